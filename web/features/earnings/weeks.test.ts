import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { perWeek, shareOfTotal } from './weeks.ts';

const point = (day: string, amount: bigint) => ({ day, views: 0, amountMicros: micros(amount) });

test('a week runs from Monday to Sunday and includes fractions of a cent', () => {
  const weeks = perWeek([
    point('2026-11-15', 1_000_000n),
    point('2026-11-16', 6_000n),
    point('2026-11-22', 6_000n),
    point('2026-11-23', 0n),
  ]);
  expect(weeks).toEqual([
    { startsAt: Date.parse('2026-11-09'), amountMicros: 1_000_000n },
    { startsAt: Date.parse('2026-11-16'), amountMicros: 12_000n },
    { startsAt: Date.parse('2026-11-23'), amountMicros: 0n },
  ]);
});

test('the share of a month is rounded to whole percent, and is 0 without any earnings', () => {
  expect(shareOfTotal(101_700_000n, 847_500_000n)).toBe(12);
  expect(shareOfTotal(0n, 0n)).toBe(0);
  expect(shareOfTotal(1n, 1n)).toBe(100);
});
