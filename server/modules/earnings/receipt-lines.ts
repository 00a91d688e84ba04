import type { Receipt } from '#contract/earnings/receipts.ts';
import { centsToMicros } from '#contract/money.ts';
import { countLevelNames } from '#contract/tracking.ts';
import { type CsvCell, csvLine } from '#server/http/csv.ts';

const headers = [
  'Line',
  'At',
  'Views from',
  'Views to',
  'Rate (USD per 1,000)',
  'Amount (USD)',
  'State',
  'Source',
];

interface Line {
  at?: Date;
  from?: number;
  to?: number;
  rate?: bigint;
  amount?: bigint | null;
  state?: string;
  source?: string;
}

const lineOf = (name: string, { at, from, to, rate, amount, state, source }: Line): string => {
  const cells: (CsvCell | undefined)[] = [name, at, from, to, rate, amount, state, source];
  return csvLine(cells.map((cell) => cell ?? null));
};

/**
 * Returns one line per stretch of the platform's figures: its views, and how many of them the listing pays
 * for.
 */
const countingLines = ({ stretches, countingViews }: NonNullable<Receipt['byFigures']>): string[] => [
  ...stretches.map((stretch) =>
    lineOf('Figures', {
      at: stretch.toAt,
      from: stretch.viewsFrom,
      to: stretch.viewsTo,
      source: `${stretch.countingViews} count, from ${stretch.fromAt.toISOString()}`,
    }),
  ),
  lineOf('Views that count', { to: countingViews }),
];

const budgetLine = (
  { paidViews }: Receipt,
  { since, views, amountMicros }: NonNullable<Receipt['budgetSpent']>,
  rate: bigint,
): string =>
  lineOf('Budget used up', {
    at: since,
    from: paidViews,
    to: paidViews + views,
    rate,
    amount: amountMicros,
    state: 'not paid',
  });

/**
 * Returns a receipt as lines of a CSV file in the order of the page: counts, earnings, and the money's
 * current state.
 */
export function receiptLines(receipt: Receipt): string[] {
  const rate = centsToMicros(receipt.rateCentsPerMille);
  return [
    csvLine(headers),
    lineOf('Clip', { at: receipt.submittedAt, state: receipt.status, source: receipt.url }),
    ...receipt.snapshots.map(({ fetchedAt, views, source }) =>
      lineOf('Snapshot', { at: fetchedAt, to: views, source }),
    ),
    lineOf('Counted', {
      to: receipt.countedViews,
      source: countLevelNames[receipt.countLevel].toLowerCase(),
    }),
    lineOf('Excluded', { to: receipt.excludedViews }),
    lineOf('Contested views', { to: receipt.contestedViews }),
    lineOf('Eligible', { to: receipt.eligibleViews }),
    ...(receipt.byFigures ? countingLines(receipt.byFigures) : []),
    lineOf('Minimum views', { to: receipt.minViews }),
    lineOf('Maximum per clip', { amount: receipt.maxPayoutMicros }),
    ...receipt.accruals.flatMap((step) => {
      const views = { from: step.viewsFrom, to: step.viewsTo };
      const { accruedAt: at, amountMicros: amount, state } = step;
      return [
        lineOf('Step', { at, ...views, rate, amount, state }),
        ...step.payouts.map(({ id, amountMicros, paidAt }) =>
          lineOf('In payout', {
            ...(paidAt ? { at: paidAt } : {}),
            ...views,
            amount: amountMicros,
            state: paidAt ? 'paid' : 'on its way',
            source: id,
          }),
        ),
      ];
    }),
    lineOf('Earned', { from: 0, to: receipt.paidViews, rate, amount: receipt.earnedMicros }),
    ...(receipt.budgetSpent ? [budgetLine(receipt, receipt.budgetSpent, rate)] : []),
    lineOf('Pending', { amount: receipt.pendingMicros }),
    lineOf('Released', { amount: receipt.releasedMicros }),
    lineOf('Contested', { amount: receipt.contestedMicros }),
    lineOf('Contested and reserved', { amount: receipt.contestedReservedMicros }),
    lineOf('Paid out', { amount: receipt.paidOutMicros }),
    ...receipt.recomputation.map(({ what, proven, sentence }) =>
      lineOf(`Recomputed: ${what.toLowerCase()}`, {
        state: proven === null ? 'not kept' : proven ? 'yes' : 'no',
        source: sentence,
      }),
    ),
    lineOf('Recomputes', { amount: receipt.earnedMicros, state: receipt.recomputes ? 'yes' : 'no' }),
  ];
}
