import type { StatementRail } from '#contract/external-statements.ts';

/** One movement as a statement tells it, before it is stored. */
export interface OutsideLine {
  /** The other side's own; null: it gives none, and what the line says stands for it. */
  externalId: string | null;
  part: 'amount' | 'fee';
  /** The other side's word for it. */
  category: string;
  /** Above zero: it came in. Millionths of the currency. */
  amountMicros: bigint;
  currency: string;
  occurredAt: Date;
  /** What it may be known by here, the surest first; the first one is shown. */
  references: readonly string[];
  counterparty: string | null;
  description: string | null;
  /** Between the platform's own accounts. */
  isTransfer: boolean;
}

export interface ReadStatement {
  lines: OutsideLine[];
  /** What the statement says it covers; null: from its first to its last line. */
  period: { from: Date; to: Date } | null;
}

/** What is wrong with a file, and where. */
export interface Problem {
  /** Of the file, counted from 1; null: of the whole. */
  line: number | null;
  column: string | null;
  says: string;
}

export type Reading = ReadStatement | { problems: Problem[] };

export const failed = (says: string): { problems: Problem[] } => ({
  problems: [{ line: null, column: null, says }],
});

const MOST_PROBLEMS = 10;

/** "Line 7, amount: ... Line 9, date: ... And 3 more." */
export function problemText(problems: readonly Problem[]): string {
  const shown = problems.slice(0, MOST_PROBLEMS).map(({ line, column, says }) => {
    const where = [line === null ? null : `Line ${line}`, column].filter(Boolean).join(', ');
    return where ? `${where}: ${says}` : says;
  });
  const more = problems.length - shown.length;
  return [...shown, ...(more > 0 ? [`And ${more} more.`] : []), 'Nothing was imported.'].join(' ');
}

/** The form in which references are compared: people and banks add spaces and change case. */
export const keyOf = (reference: string): string => reference.replace(/\s+/g, '').toLowerCase();

/** A movement and what was kept of it, as two lines. `feeMicros` above zero: it was taken. */
export function withFee(line: Omit<OutsideLine, 'part'>, feeMicros: bigint): OutsideLine[] {
  const lines: OutsideLine[] = [];
  if (line.amountMicros !== 0n || feeMicros === 0n) lines.push({ ...line, part: 'amount' });
  if (feeMicros !== 0n) lines.push({ ...line, part: 'fee', amountMicros: -feeMicros });
  return lines;
}

const RAIL_PATTERNS: Record<StatementRail, RegExp> = {
  stripe: /\bstripe\b/i,
  paypal: /\bpay\s?pal\b/i,
  bank: /(?!)/,
};

/** Whether a bank's line speaks of this processor. */
export const speaksOf = (
  rail: StatementRail,
  {
    reference,
    counterparty,
    description,
  }: Record<'reference', string> & Record<'counterparty' | 'description', string | null>,
): boolean =>
  [reference, counterparty, description].some((text) => text !== null && RAIL_PATTERNS[rail].test(text));
