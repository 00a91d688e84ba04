import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CARD_CAP } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { groupBy } from '#server/infra/group-by.ts';
import {
  boundaries,
  paidByWaiting,
  type Span,
  sumOf,
  waitingParts,
  waitsUntil,
  type Young,
} from './waiting.ts';

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

/**
 * Returns the rows that the database would have on a day: payments of the last 14 days, each with the time of
 * the first unquestioned payment by its card.
 */
function youngOf(paid: Paid[], today: number): Young[] {
  return paid.flatMap(({ card, onDay, dollars }, n) => {
    if (onDay > today || onDay <= today - 14) return [];
    const good = paid.filter((one) => one.card === card && !one.isQuestioned && one.onDay <= today);
    const first = Math.min(...good.map((one) => one.onDay));
    const firstAt = good.length > 0 ? day(first) : null;
    const id = String(n).padStart(2, '0');
    return [{ id, card, amount: usd(dollars), confirmedAt: day(onDay), firstAt, questionedAt: null }];
  });
}

/** Returns the earnings between the boundaries of the deposits: $100 for each of these days. */
const spansOf = (deposits: Young[], days: number[]): Span[] =>
  boundaries(deposits).map((from, n, all) => {
    const to = all[n + 1];
    const then = days.filter((onDay) => day(onDay) >= from && (!to || day(onDay) < to));
    return { from, amount: usd(then.length * 100) };
  });
const paidSince = (spans: Span[], since: Date): bigint => sumOf(spans.filter(({ from }) => from >= since));

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

test('waiting earnings equal what the waiting deposits can have paid, and count no dollar twice', () => {
  fc.assert(
    fc.property(
      payments,
      fc.array(fc.integer({ min: 0, max: 40 })),
      fc.integer({ min: 0, max: 54 }),
      (paid, days, today) => {
        const young = youngOf(paid, today);
        const spans = spansOf(young, days);
        const parts = waitingParts(young, day(today));
        // For each deposit's day: older deposits paid at most their parts, and all other deposits at most the
        // earnings since that day.
        const bounds = young.map(({ confirmedAt }) => {
          const older = young.filter((one) => one.confirmedAt < confirmedAt);
          return (
            paidSince(spans, confirmedAt) + older.reduce((sum, one) => sum + (parts.get(one.id) ?? 0n), 0n)
          );
        });
        const all = [...parts.values()].reduce((sum, part) => sum + part, 0n);
        const least = [all, ...bounds].reduce((a, b) => (a < b ? a : b));
        expect(sumOf(paidByWaiting(young, spans, day(today)))).toBe(least);
      },
    ),
  );
});

test('the reported day is the first on which nothing waits, and the amount only falls until then', () => {
  fc.assert(
    fc.property(
      payments,
      fc.array(fc.integer({ min: 0, max: 40 })),
      fc.integer({ min: 0, max: 54 }),
      (paid, days, today) => {
        const young = youngOf(paid, today);
        const spans = spansOf(young, days);
        const until = waitsUntil(young, spans, day(today));
        const waits = (n: number) => sumOf(paidByWaiting(young, spans, day(n)));
        for (let n = today; n < today + 15; n++) {
          expect(waits(n + 1)).toBeLessThanOrEqual(waits(n));
          expect(waits(n) === 0n).toBe(until === null || day(n) >= until);
        }
      },
    ),
  );
});

test('the part of a questioned deposit that waited when it was questioned keeps waiting, however late it is', () => {
  fc.assert(
    fc.property(
      payments,
      fc.array(fc.integer({ min: 0, max: 40 })),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 100 }),
      (paid, days, onDay, later) => {
        const young = youngOf(paid, onDay).filter(({ confirmedAt }) => confirmedAt < day(onDay));
        const questioned = young.map((one) => ({ ...one, questionedAt: day(onDay) }));
        const spans = spansOf(questioned, days);
        const before = spans.filter(({ from }) => from < day(onDay));
        const pieces = paidByWaiting(questioned, spans, day(onDay + later));
        expect(sumOf(pieces)).toBe(sumOf(paidByWaiting(young, before, day(onDay))));
        expect(pieces.every(({ from }) => from < day(onDay))).toBe(true);
        expect(waitsUntil(questioned, spans, day(onDay + later))).toBeNull();
      },
    ),
  );
});
