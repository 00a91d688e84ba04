import type { BankRow } from './bank-table.ts';

interface Moved {
  row: BankRow;
  /** What the row adds to the balance. */
  total: bigint;
  currency: string;
}

/** Notes each row whose balance moves by its amount, but in the other direction: its sign was misread. */
export function findContradictions(moved: readonly Moved[]): void {
  const known = moved.map((one) => ({
    ...one,
    balance: one.row.text('balance') ? one.row.amount('balance') : null,
  }));
  const steps = known.map((one, at) => ({
    one,
    older: stepTo(one, known[at - 1]),
    newer: stepTo(one, known[at + 1]),
  }));
  const fits = (way: 'older' | 'newer') =>
    steps.filter(({ one, [way]: step }) => isSize(step, one.total)).length;
  const [oldestFirst, newestFirst] = [fits('older'), fits('newer')];
  if (oldestFirst === newestFirst) return;
  const way = oldestFirst > newestFirst ? 'older' : 'newer';
  for (const { one, [way]: step } of steps) {
    if (step !== null && one.total !== 0n && step === -one.total)
      one.row.note('balance', 'The balance moves in the other direction than the amount says.');
  }
}

type Known = Moved & { balance: bigint | null };

function stepTo(one: Known, before: Known | undefined): bigint | null {
  if (!before || one.balance === null || before.balance === null || one.currency !== before.currency)
    return null;
  return one.balance - before.balance;
}

const isSize = (step: bigint | null, total: bigint): boolean =>
  step !== null && (step === total || step === -total);
