import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CARD_CAP } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { groupBy, paidByWaiting, waitingParts, waitsUntil, type Young } from './waiting.ts';

const START = new Date('2026-03-02T10:00:00Z');
const day = (n: number): Date => after(START, n * DAY);
const usd = (dollars: number): bigint => BigInt(dollars) * 1_000_000n;

interface Paid {
  card: string;
  onDay: number;
  dollars: number;
  isQuestioned: boolean;
}
const payments = fc.array(
  fc.record({
    card: fc.constantFrom('visa', 'amex', 'debit'),
    onDay: fc.integer({ min: 0, max: 40 }),
    dollars: fc.integer({ min: 10, max: 1_500 }),
    isQuestioned: fc.boolean(),
  }),
  { maxLength: 10 },
);

/** What the database tells of payments on a day: those of the last 14 days, each with the first good one of its card. */
function youngOf(paid: Paid[], today: number): Young[] {
  return paid.flatMap(({ card, onDay, dollars }, n) => {
    if (onDay > today || onDay <= today - 14) return [];
    const good = paid.filter((one) => one.card === card && !one.isQuestioned && one.onDay <= today);
    const first = Math.min(...good.map((one) => one.onDay));
    const firstAt = good.length > 0 ? day(first) : null;
    return [{ id: String(n).padStart(2, '0'), card, amount: usd(dollars), confirmedAt: day(onDay), firstAt }];
  });
}

/** Per deposit what was earned since, of dollars that were earned on these days. */
const earnedSince = (deposits: Young[], days: number[]): Map<string, bigint> =>
  new Map(
    deposits.map(({ id, confirmedAt }) => [
      id,
      usd(days.filter((onDay) => day(onDay) >= confirmedAt).length * 100),
    ]),
  );

test('a bank can take back no more of what left than the cap of each card that was good for 14 days', () => {
  fc.assert(
    fc.property(payments, fc.integer({ min: 0, max: 54 }), (paid, today) => {
      const young = youngOf(paid, today);
      const parts = waitingParts(young, day(today));
      for (const [card, deposits] of groupBy(young, (one) => one.card)) {
        const sum = deposits.reduce((total, { amount }) => total + amount, 0n);
        const waits = deposits.reduce((total, { id }) => total + (parts.get(id) ?? 0n), 0n);
        const isKnown = paid.some((one) => one.card === card && !one.isQuestioned && one.onDay <= today - 14);
        expect(sum - waits).toBe(isKnown ? (sum < CARD_CAP ? sum : CARD_CAP) : 0n);
      }
    }),
  );
});

test('what waits of a clipper is as much as the waiting deposits can have paid, and no dollar twice', () => {
  fc.assert(
    fc.property(
      payments,
      fc.array(fc.integer({ min: 0, max: 40 })),
      fc.integer({ min: 0, max: 54 }),
      (paid, days, today) => {
        const young = youngOf(paid, today);
        const earned = earnedSince(young, days);
        const parts = waitingParts(young, day(today));
        // Whatever day one begins at, the older deposits pay at most their parts and the rest what was earned since that day.
        const bounds = young.map(({ id, confirmedAt }) => {
          const older = young.filter((one) => one.confirmedAt < confirmedAt);
          return (earned.get(id) ?? 0n) + older.reduce((sum, one) => sum + (parts.get(one.id) ?? 0n), 0n);
        });
        const all = [...parts.values()].reduce((sum, part) => sum + part, 0n);
        const least = [all, ...bounds].reduce((a, b) => (a < b ? a : b));
        expect(paidByWaiting(young, earned, day(today))).toBe(least);
      },
    ),
  );
});

test('the day that is told is the first on which nothing waits any more, and until then it only becomes less', () => {
  fc.assert(
    fc.property(
      payments,
      fc.array(fc.integer({ min: 0, max: 40 })),
      fc.integer({ min: 0, max: 54 }),
      (paid, days, today) => {
        const young = youngOf(paid, today);
        const earned = earnedSince(young, days);
        const until = waitsUntil(young, earned, day(today));
        const waits = (n: number) => paidByWaiting(young, earned, day(n));
        for (let n = today; n < today + 15; n++) {
          expect(waits(n + 1)).toBeLessThanOrEqual(waits(n));
          expect(waits(n) === 0n).toBe(until === null || day(n) >= until);
        }
      },
    ),
  );
});
