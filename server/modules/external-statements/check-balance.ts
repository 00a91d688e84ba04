import type { BankRow } from './bank-table.ts';
import type { Balance } from './outside-line.ts';

interface Moved {
  row: BankRow;
  /** Amount that the row adds to the balance. */
  total: bigint;
  currency: string;
}

/**
 * Notes each row whose amount moves the balance in the opposite direction, because the amount's sign was
 * misread. Returns the balances before and after the rows; returns no balances if they don't show which row
 * is the oldest.
 */
export function findContradictions(moved: readonly Moved[]): Balance[] {
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
  if (oldestFirst === newestFirst) return known.length === 1 ? balancesOf(known) : [];
  const way = oldestFirst > newestFirst ? 'older' : 'newer';
  for (const { one, [way]: step } of steps) {
    if (step !== null && one.total !== 0n && step === -one.total)
      one.row.note('balance', 'The balance moves in the other direction than the amount says.');
  }
  return balancesOf(way === 'older' ? known : known.toReversed());
}

/** Returns the balances before and after the rows, which must be in order from the oldest to the newest. */
function balancesOf(known: readonly Known[]): Balance[] {
  const [first, last] = [known.at(0), known.at(-1)];
  if (!first || !last || first.balance === null || last.balance === null) return [];
  if (known.some(({ currency }) => currency !== first.currency)) return [];
  const openingMicros = first.balance - first.total;
  const sum = known.reduce((all, { total }) => all + total, 0n);
  const offMicros = last.balance - openingMicros - sum;
  return [{ currency: first.currency, openingMicros, closingMicros: last.balance, offMicros }];
}

type Known = Moved & { balance: bigint | null };

function stepTo(one: Known, before: Known | undefined): bigint | null {
  if (!before || one.balance === null || before.balance === null || one.currency !== before.currency)
    return null;
  return one.balance - before.balance;
}

const isSize = (step: bigint | null, total: bigint): boolean =>
  step !== null && (step === total || step === -total);
