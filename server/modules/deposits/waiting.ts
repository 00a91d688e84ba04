import { CARD_CAP, DEPOSIT_SEASONING_DAYS } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';

/**
 * A card deposit of the last 14 days, or an older one that a bank questioned in its first 14 days. Amounts
 * are in micro-dollars.
 */
export interface Young {
  id: string;
  card: string;
  amount: bigint;
  confirmedAt: Date;
  /**
   * Time of this host's first deposit with the card that no bank has questioned; null if all were questioned.
   */
  firstAt: Date | null;
  /**
   * When a bank questioned the deposit while it seasoned. Earnings that the deposit had paid by then wait
   * until the bank decides, and afterwards for an admin.
   */
  questionedAt: Date | null;
}

/** Released earnings from one host, from this moment until the next span begins. */
export interface Span {
  from: Date;
  amount: bigint;
}

/** The part of a span's earnings that a waiting deposit can have paid. */
export interface Piece {
  depositId: string;
  from: Date;
  amount: bigint;
}

export const seasonedAt = (confirmedAt: Date): Date => after(confirmedAt, DEPOSIT_SEASONING_DAYS * DAY);

/**
 * Returns by id the part of each young deposit of one host whose payouts wait at this moment. Until a card's
 * first deposit is 14 days old, everything that the card paid waits. Afterwards the card's deposits of the
 * last 14 days are added up; their sum above a cap waits, as parts of the newest deposits. If a bank
 * questions a deposit, the part that waited then keeps waiting.
 */
export function waitingParts(deposits: readonly Young[], at: Date): Map<string, bigint> {
  const parts = new Map<string, bigint>();
  const inSum = new Map<string, bigint>();
  const young = deposits.filter(
    ({ confirmedAt, questionedAt }) => questionedAt !== null || seasonedAt(confirmedAt) > at,
  );
  for (const { id, card, amount, firstAt, questionedAt } of young.toSorted(oldestFirst)) {
    const before = inSum.get(card) ?? 0n;
    inSum.set(card, before + amount);
    const isKnown = firstAt !== null && seasonedAt(firstAt) <= (questionedAt ?? at);
    const left = isKnown && before < CARD_CAP ? CARD_CAP - before : 0n;
    if (amount > left) parts.set(id, amount - left);
  }
  return parts;
}

/**
 * Returns the start times of the spans in which earnings from a host are summed. No waiting deposit begins or
 * ends within a span.
 */
export const boundaries = (deposits: readonly Young[]): Date[] =>
  [
    ...new Set(
      deposits
        .flatMap(({ confirmedAt, questionedAt }) => [confirmedAt, ...(questionedAt ? [questionedAt] : [])])
        .map(Number),
    ),
  ]
    .toSorted((a, b) => a - b)
    .map((moment) => new Date(moment));

/**
 * Splits a clipper's earnings from this host into the parts that waiting deposits may have paid. A deposit
 * pays only earnings after its own time, and only before a bank questioned it. No dollar counts twice: the
 * newest deposit is assigned the newest earnings first.
 */
export function paidByWaiting(deposits: readonly Young[], spans: readonly Span[], at: Date): Piece[] {
  const parts = waitingParts(deposits, at);
  const open = spans.map((span) => ({ ...span })).toSorted((a, b) => b.from.getTime() - a.from.getTime());
  return deposits
    .toSorted(oldestFirst)
    .toReversed()
    .flatMap(({ id, confirmedAt, questionedAt }) => {
      let left = parts.get(id) ?? 0n;
      return open.flatMap((span) => {
        if (span.from < confirmedAt || (questionedAt && span.from >= questionedAt)) return [];
        const amount = left < span.amount ? left : span.amount;
        left -= amount;
        span.amount -= amount;
        return amount > 0n ? [{ depositId: id, from: span.from, amount }] : [];
      });
    });
}

export const sumOf = (pieces: readonly { amount: bigint }[]): bigint =>
  pieces.reduce((sum, { amount }) => sum + amount, 0n);

/**
 * Returns the time when nothing seasons any more; null if nothing seasons now. The waiting amount only falls,
 * on days when a deposit becomes 14 days old. Earnings that wait for a bank or an admin have no such day.
 */
export function waitsUntil(deposits: readonly Young[], spans: readonly Span[], now: Date): Date | null {
  const questioned = new Set(deposits.filter((one) => one.questionedAt !== null).map(({ id }) => id));
  const seasons = (at: Date): boolean =>
    paidByWaiting(deposits, spans, at).some(({ depositId }) => !questioned.has(depositId));
  if (!seasons(now)) return null;
  const steps = deposits
    .flatMap(({ confirmedAt, firstAt }) => [confirmedAt, ...(firstAt ? [firstAt] : [])])
    .map(seasonedAt)
    .filter((step) => step > now)
    .toSorted((a, b) => a.getTime() - b.getTime());
  return steps.find((step) => !seasons(step)) ?? null;
}

const oldestFirst = (a: Young, b: Young): number =>
  a.confirmedAt.getTime() - b.confirmedAt.getTime() || (a.id < b.id ? -1 : 1);
