import { CARD_CAP, DEPOSIT_SEASONING_DAYS } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';

/** A card deposit of the last 14 days. Amounts in micro-dollars. */
export interface Young {
  id: string;
  card: string;
  amount: bigint;
  confirmedAt: Date;
  /** When the first deposit of this card by its host came in that no bank has questioned; null: each was. */
  firstAt: Date | null;
}

export const seasonedAt = (confirmedAt: Date): Date => after(confirmedAt, DEPOSIT_SEASONING_DAYS * DAY);

/**
 * Of each young deposit of one host, the part whose payouts wait at this moment, by id. Until a card's first deposit is 14 days
 * old everything that it paid waits; from then on what it paid in the last 14 days waits above the cap, the newest first.
 */
export function waitingParts(deposits: readonly Young[], at: Date): Map<string, bigint> {
  const parts = new Map<string, bigint>();
  const inSum = new Map<string, bigint>();
  const young = deposits.filter(({ confirmedAt }) => seasonedAt(confirmedAt) > at);
  for (const { id, card, amount, firstAt } of young.toSorted(oldestFirst)) {
    const before = inSum.get(card) ?? 0n;
    inSum.set(card, before + amount);
    const isKnown = firstAt !== null && seasonedAt(firstAt) <= at;
    const left = isKnown && before < CARD_CAP ? CARD_CAP - before : 0n;
    if (amount > left) parts.set(id, amount - left);
  }
  return parts;
}

/**
 * How much of what a clipper earned from this host can have been paid by the waiting parts. `earned`: by deposit, what was
 * earned and released since it came in. What was earned before a deposit it can't have paid, and no dollar is counted twice:
 * the newest deposit is laid over the newest earnings.
 */
export function paidByWaiting(
  deposits: readonly Young[],
  earned: ReadonlyMap<string, bigint>,
  at: Date,
): bigint {
  const parts = waitingParts(deposits, at);
  let paid = 0n;
  for (const { id } of deposits.toSorted(oldestFirst).toReversed()) {
    const part = parts.get(id) ?? 0n;
    const open = (earned.get(id) ?? 0n) - paid;
    if (open > 0n) paid += part < open ? part : open;
  }
  return paid;
}

/** When nothing of it waits any more; null when nothing waits now. It can only become less, at the day a deposit is 14 days old. */
export function waitsUntil(
  deposits: readonly Young[],
  earned: ReadonlyMap<string, bigint>,
  now: Date,
): Date | null {
  if (paidByWaiting(deposits, earned, now) === 0n) return null;
  const steps = deposits
    .flatMap(({ confirmedAt, firstAt }) => [confirmedAt, ...(firstAt ? [firstAt] : [])])
    .map(seasonedAt)
    .filter((step) => step > now)
    .toSorted((a, b) => a.getTime() - b.getTime());
  return steps.find((step) => paidByWaiting(deposits, earned, step) === 0n) ?? null;
}

const oldestFirst = (a: Young, b: Young): number =>
  a.confirmedAt.getTime() - b.confirmedAt.getTime() || (a.id < b.id ? -1 : 1);

export function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
