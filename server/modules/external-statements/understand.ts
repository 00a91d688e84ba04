import type { z } from 'zod';
import type { statementUnderstood } from '#contract/external-statements/statement-preview.ts';
import { micros, ZERO_MICROS } from '#contract/money.ts';
import type { OutsideLine, ReadStatement } from './outside-line.ts';

/** Summary of a statement, for a person who decides whether to import it. */
export type Understood = z.output<typeof statementUnderstood>;

/** A preview lists at most this many entries, skipped rows and balances. */
const ENTRIES = 8;
const SKIPPED = 20;
const BALANCES = 10;
const LETTERS = 200;

export function understand(
  { lines, balances = [], skipped = [], assumed = [] }: ReadStatement,
  period: { from: Date; to: Date },
  digest: string,
): Understood {
  return {
    lines: lines.length,
    period,
    sums: sumsOf(lines),
    balances: balances.slice(0, BALANCES).map((one) => ({
      currency: one.currency,
      openingMicros: micros(one.openingMicros),
      closingMicros: micros(one.closingMicros),
      offMicros: micros(one.offMicros),
    })),
    entries: lines.slice(0, ENTRIES).map(entryOf),
    skipped: { rows: skipped.length, first: skipped.slice(0, SKIPPED) },
    assumed: [...assumed],
    digest,
  };
}

function sumsOf(lines: readonly OutsideLine[]): Understood['sums'] {
  const sums = new Map<string, Understood['sums'][number]>();
  for (const { currency, amountMicros } of lines) {
    const sum = sums.get(currency) ?? {
      currency,
      lines: 0,
      inMicros: ZERO_MICROS,
      outMicros: ZERO_MICROS,
    };
    sum.lines++;
    if (amountMicros > 0n) sum.inMicros = micros(sum.inMicros + amountMicros);
    else sum.outMicros = micros(sum.outMicros + amountMicros);
    sums.set(currency, sum);
  }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

const entryOf = (line: OutsideLine): Understood['entries'][number] => ({
  occurredAt: line.occurredAt,
  reference: (line.references[0] ?? line.category).slice(0, LETTERS),
  text: [line.counterparty, line.description].filter(Boolean).join(', ').slice(0, LETTERS) || null,
  isFee: line.part === 'fee',
  amountMicros: micros(line.amountMicros),
  currency: line.currency,
});
