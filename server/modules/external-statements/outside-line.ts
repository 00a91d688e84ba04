import type { StatementRail } from '#contract/external-statements/external-statements.ts';
import type {
  StatementAssumption,
  StatementQuestion,
} from '#contract/external-statements/statement-preview.ts';
import type { SeenTable } from './layout.ts';

/** One movement of a statement, before it is stored. */
export interface OutsideLine {
  /**
   * The id that the processor or bank gave the line; null if it has none and is identified by its content.
   */
  externalId: string | null;
  part: 'amount' | 'fee';
  /** The type in the statement's words. */
  category: string;
  /** In millionths of the currency; positive for incoming money. */
  amountMicros: bigint;
  currency: string;
  occurredAt: Date;
  /** Possible references to our records, the most reliable first; the first one is shown. */
  references: readonly string[];
  counterparty: string | null;
  description: string | null;
  /** A transfer between the platform's own accounts. */
  isTransfer: boolean;
  /**
   * Identifies a line without an id. It must not change between releases: a line with another identity is stored as
   * a new line.
   */
  identity?: readonly unknown[];
}

/** A row that is not a final movement. */
export interface Skipped {
  line: number | null;
  text: string;
  why: string;
}

/** Balances before and after the lines, in millionths. */
export interface Balance {
  currency: string;
  openingMicros: bigint;
  closingMicros: bigint;
  /** The closing balance minus the opening balance and the sum of the lines; 0 if they agree. */
  offMicros: bigint;
}

export interface ReadStatement {
  lines: OutsideLine[];
  /** The period that the statement declares. Null means from its first to its last line. */
  period: { from: Date; to: Date } | null;
  skipped?: readonly Skipped[];
  balances?: readonly Balance[];
  assumed?: readonly StatementAssumption[];
  /** Absent if the statement is not a table. */
  seen?: SeenTable;
}

/** A problem in a file, and its position. */
export interface Problem {
  /** Line of the file, from 1; null if the problem concerns the whole file. */
  line: number | null;
  column: string | null;
  says: string;
  /** A question to an admin whose answer would solve the problem. */
  asks?: StatementQuestion | undefined;
}

export interface Unread {
  problems: Problem[];
  seen?: SeenTable;
}

export type Reading = ReadStatement | Unread;

export const failed = (says: string, asks?: StatementQuestion): { problems: Problem[] } => ({
  problems: [{ line: null, column: null, says, ...(asks && { asks }) }],
});

/**
 * Reading stops after this many problems, because the file is then probably of another kind. Nothing of it is
 * imported.
 */
export const MOST_PROBLEMS = 20;

/** Joins problems to a text like "Line 7, amount: ... Line 9, date: ...". */
export function problemText(problems: readonly Problem[]): string {
  const shown = problems.slice(0, MOST_PROBLEMS).map(({ line, column, says }) => {
    const where = [line === null ? null : `Line ${line}`, column].filter(Boolean).join(', ');
    return where ? `${where}: ${says}` : says;
  });
  const rest = 'Reading stopped after these; there may be more.';
  const ask = 'Import the file under Statements in the admin panel to say how it is read.';
  return [
    ...shown,
    ...(problems.length >= MOST_PROBLEMS ? [rest] : []),
    ...(problems.some(({ asks }) => asks) ? [ask] : []),
    'Nothing was imported.',
  ].join(' ');
}

/** Normalizes a reference for comparison, because people and banks add spaces and change case. */
export const keyOf = (reference: string): string => reference.replace(/\s+/g, '').toLowerCase();

/** Returns a movement and its fee as two lines. A positive `feeMicros` is a fee that was taken. */
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

/** Whether a bank's line names this processor. */
export const namesRail = (
  rail: StatementRail,
  {
    reference,
    counterparty,
    description,
  }: Record<'reference', string> & Record<'counterparty' | 'description', string | null>,
): boolean =>
  [reference, counterparty, description].some((text) => text !== null && RAIL_PATTERNS[rail].test(text));
