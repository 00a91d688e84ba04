import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grownAverage, grownShares, grownSum } from './grown-figures.ts';

interface Group {
  views: number;
  average: number;
  share: number;
}
const stretch = fc.record({
  views: fc.integer({ min: 1, max: 100_000 }),
  average: fc.double({ min: 0, max: 150, noNaN: true }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** Returns the figures that a platform would show for all these views together. */
function lifetimeOf(groups: readonly Group[]) {
  const views = groups.reduce((sum, group) => sum + group.views, 0);
  const mean = (of: (group: Group) => number) =>
    groups.reduce((sum, group) => sum + of(group) * group.views, 0) / views;
  return { views, average: mean(({ average }) => average), share: mean(({ share }) => share) };
}

test('growth equals what the last stretch alone would have shown', () => {
  fc.assert(
    fc.property(fc.array(stretch, { minLength: 1, maxLength: 8 }), stretch, (groups, last) => {
      const [before, now] = [lifetimeOf(groups), lifetimeOf([...groups, last])];
      const average = grownAverage(
        { views: now.views, figure: now.average },
        { views: before.views, figure: before.average },
      );
      expect(average).toBeCloseTo(last.average, 6);
      const shares = grownShares(
        { views: now.views, figure: { here: now.share, there: 1 - now.share } },
        { views: before.views, figure: { here: before.share, there: 1 - before.share } },
      )!;
      expect(shares.here).toBeCloseTo(last.share, 6);
    }),
  );
});

test('no part is negative and all together are at most one, whatever a platform shows', () => {
  const parts = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.double({ min: 0, max: 1, noNaN: true }));
  const views = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(parts, fc.option(parts), views, views, (now, before, known, more) => {
      const shares = grownShares({ views: known + more, figure: now }, { views: known, figure: before })!;
      const all = Object.values(shares) as number[];
      expect(Math.min(0, ...all)).toBe(0);
      expect(all.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});

test('sums that fell or were unknown are unknown; an unknown earlier average counts as that of all views', () => {
  expect(grownSum(10, 4)).toBe(6);
  expect([grownSum(4, 10), grownSum(null, 4), grownSum(10, null)]).toEqual([null, null, null]);
  expect(grownAverage({ views: 10, figure: 0.5 }, { views: 4, figure: null })).toBe(0.5);
  expect(grownAverage({ views: 10, figure: null }, { views: 4, figure: 0.5 })).toBeNull();
});
