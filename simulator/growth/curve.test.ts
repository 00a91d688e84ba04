import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthThrough } from './curve.ts';
import type { CurvePoint } from './growth.ts';

const rising = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 50_000 })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((steps) => {
    let hours = 0;
    let views = 0;
    return steps.map(([later, more]): CurvePoint => {
      hours += later;
      views += more;
      return { hours, views, likes: Math.floor(views / 20), comments: 0, shares: 0 };
    });
  });

test('a curve is exact at every point, zero at the start and constant after the end', () => {
  fc.assert(
    fc.property(rising, (points) => {
      const growth = growthThrough(points);
      for (const { hours, ...counts } of points) expect(growth(hours)).toEqual(counts);
      expect(growth(0).views).toBe(0);
      expect(growth(100_000)).toEqual(growth(points.at(-1)!.hours));
    }),
  );
});

test('a curve through rising points never falls between them', () => {
  fc.assert(
    fc.property(rising, (points) => {
      const growth = growthThrough(points);
      let before = 0;
      for (let hours = 0; hours <= points.at(-1)!.hours + 2; hours += 0.5) {
        const { views } = growth(hours);
        expect(views).toBeGreaterThanOrEqual(before);
        before = views;
      }
    }),
    { numRuns: 30 },
  );
});

test('a curve may fall between falling points, and never leaves the span of its neighbours', () => {
  const none = { likes: 0, comments: 0, shares: 0 };
  const growth = growthThrough([
    { hours: 10, views: 1000, ...none },
    { hours: 20, views: 400, ...none },
  ]);
  for (let hours = 10; hours <= 20; hours += 0.25) {
    expect(growth(hours).views).toBeGreaterThanOrEqual(400);
    expect(growth(hours).views).toBeLessThanOrEqual(1000);
  }
  expect(growth(20).views).toBe(400);
});

test.each([
  ['no point', []],
  ['a negative hour', [{ hours: -1, views: 1, likes: 0, comments: 0, shares: 0 }]],
  ['a fraction of a view', [{ hours: 1, views: 1.5, likes: 0, comments: 0, shares: 0 }]],
  [
    'an hour named twice',
    [
      { hours: 1, views: 1, likes: 0, comments: 0, shares: 0 },
      { hours: 1, views: 2, likes: 0, comments: 0, shares: 0 },
    ],
  ],
])('a curve with %s is refused', (_what, points) => {
  expect(() => growthThrough(points)).toThrow(RangeError);
});
