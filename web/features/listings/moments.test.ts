import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { momentsOf, stretchesOf, sumEarned } from './moments.ts';

const at = (second: number, earned = 1n, clips = 1) => ({
  second,
  clips,
  approved: clips,
  views: 10,
  earnedMicros: micros(earned),
});

test('consecutive seconds are one moment, and the best paid moment is first', () => {
  const found = momentsOf([at(3), at(4, 2n, 5), at(10, 9n)], 1);
  expect(found).toEqual([
    { fromMs: 10_000, toMs: 11_000, clips: 1, views: 10, earnedMicros: 9n },
    { fromMs: 3_000, toMs: 5_000, clips: 5, views: 20, earnedMicros: 3n },
  ]);
  expect(momentsOf([at(6), at(12), at(24)], 6)).toMatchObject([
    { fromMs: 6_000, toMs: 18_000 },
    { fromMs: 24_000, toMs: 30_000 },
  ]);
});

test('the stretches of a source include everything of its seconds, even of a second that ends after the video', () => {
  const seconds = [at(0, 5n), at(59, 7n), at(60, 11n)];
  const stretches = stretchesOf(seconds, 60_500, 7);
  expect(stretches).toHaveLength(7);
  expect(sumEarned(stretches)).toBe(23n);
  expect(stretches[0]!.earnedMicros).toBe(5n);
  expect(stretches[6]!.earnedMicros).toBe(18n);
  expect(sumEarned(stretchesOf([at(61)], 60_500, 7))).toBe(1n);
});
