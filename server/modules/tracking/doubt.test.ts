import { expect, test } from 'vitest';
import { after, HOUR } from '#server/infra/clock.ts';
import { isDoubtful } from './doubt.ts';

const now = new Date('2026-03-02T10:00:00Z');
const clip = (views: number, doubted: number | null = null) => ({
  views: BigInt(views),
  posted_at: after(now, -48 * HOUR),
  last_fetched_at: after(now, -HOUR / 2),
  doubted_views: doubted === null ? null : BigInt(doubted),
});

test.each([
  ['a counter that fell to nothing', 50_000, 0, true],
  ['a counter that fell to less than a hundredth', 50_000, 499, true],
  ['half of the views removed', 50_000, 25_000, false],
  ['a small clip that lost its views', 900, 0, false],
  ['more views in half an hour than any video ever had', 50_000, 200_000_000, true],
  ['the fastest video there was', 0, 90_000_000, false],
])('judges %s: %i, then %i views', (_what, before, views, isDoubted) => {
  expect(isDoubtful(clip(before), views, now)).toBe(isDoubted);
});

test('accepts a count that was read a second time, but not another doubtful one', () => {
  expect(isDoubtful(clip(50_000, 0), 3, now)).toBe(false);
  expect(isDoubtful(clip(50_000, 0), 5_000_000_000, now)).toBe(true);
  expect(isDoubtful(clip(50_000, 900_000_000), 910_000_000, now)).toBe(false);
});

test('measures a clip that was never counted from the time of its post', () => {
  const first = { ...clip(0), last_fetched_at: null };
  expect(isDoubtful(first, 4_000_000_000, now)).toBe(false);
  expect(isDoubtful(first, 5_000_000_000, now)).toBe(true);
});
