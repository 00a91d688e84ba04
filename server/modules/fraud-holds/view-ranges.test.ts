import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outside, placeAfter, united, type ViewRange, viewsIn } from './view-ranges.ts';

const stretch = fc
  .tuple(fc.nat({ max: 60 }), fc.nat({ max: 60 }))
  .map(([from, to]): ViewRange => ({ from: BigInt(from), to: BigInt(to) }));
const stretches = fc.array(stretch, { maxLength: 6 });

/** Returns whether a view is in one of these ranges. The tests compare the results view by view. */
const covered = (ranges: ViewRange[], view: bigint) =>
  ranges.some(({ from, to }) => view >= from && view < to);
const views = Array.from({ length: 80 }, (_, view) => BigInt(view));

test('counts views in several ranges once', () => {
  fc.assert(
    fc.property(stretches, (ranges) => {
      expect(viewsIn(ranges)).toBe(BigInt(views.filter((view) => covered(ranges, view)).length));
    }),
  );
});

test('united ranges are in rising order with gaps, and cover the same views', () => {
  fc.assert(
    fc.property(stretches, (ranges) => {
      const disjoint = united(ranges);
      for (const [i, range] of disjoint.slice(1).entries()) expect(range.from > disjoint[i]!.to).toBe(true);
      for (const view of views) expect(covered(disjoint, view)).toBe(covered(ranges, view));
    }),
  );
});

test('the position after a number of views outside the ranges has exactly that many before it', () => {
  fc.assert(
    fc.property(stretches, fc.nat({ max: 20 }), (ranges, count) => {
      const place = placeAfter(BigInt(count), ranges);
      const before = views.filter((view) => view < place && !covered(ranges, view));
      expect(before).toHaveLength(count);
    }),
  );
});

test('the part outside spans from the first to the last view that is in no range', () => {
  fc.assert(
    fc.property(stretch, stretches, (range, ranges) => {
      const left = views.filter((view) => covered([range], view) && !covered(ranges, view));
      const found = outside(range, ranges);
      expect(found && [found.from, found.to - 1n]).toEqual(left.length ? [left[0], left.at(-1)] : null);
    }),
  );
});
