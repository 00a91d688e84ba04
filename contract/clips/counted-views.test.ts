import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CountedStretch,
  countedPlace,
  countedViews,
  fewestViews,
  paidOnlyText,
  paidViewsText,
  usualCounting,
} from './counted-views.ts';

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const views = (most: bigint) => fc.bigInt({ min: 1n, max: most });
/** Generates consecutive days of a clip, some with counts so large that their products exceed 64 bits. */
const days = (most: bigint) =>
  fc.array(fc.tuple(views(most), views(most)), { minLength: 1, maxLength: 8 }).map((all) => {
    const laid: CountedStretch[] = [];
    for (const [length, part] of all) {
      const [fromViews, fromCounted] = [laid.at(-1)?.toViews ?? 0n, laid.at(-1)?.toCounted ?? 0n];
      const toCounted = fromCounted + least(part, length);
      laid.push({ fromViews, toViews: fromViews + length, fromCounted, toCounted });
    }
    return laid;
  });
/** Generates disjoint ranges in ascending order. */
const places = (most: bigint) =>
  fc
    .uniqueArray(views(most), { maxLength: 8 })
    .map((bounds) => bounds.toSorted((a, b) => (a < b ? -1 : 1)))
    .map((bounds) =>
      bounds.flatMap((from, i) => (i % 2 || !bounds[i + 1] ? [] : [{ from, to: bounds[i + 1]! }])),
    );
const given = fc
  .constantFrom(40n, 50_000_000_000n)
  .chain((most) => fc.tuple(days(most), places(most), views(most)));

test.each([
  ['all', [], 'verified views'],
  ['engaged', [], 'engaged views'],
  ['all', ['DE'], 'verified views from Germany'],
  ['engaged', ['DE', 'FR', 'US'], 'engaged views from Germany, France and the United States'],
  ['all', ['DE', 'FR', 'US', 'GB'], 'verified views from Germany, France and 2 more countries'],
] as const)('a rate for %s views from %j is per 1,000 %s', (countedViews, countries, text) => {
  const terms = { countedViews, countedCountries: [...countries] };
  expect(paidViewsText(terms)).toBe(text);
  const only = text === 'verified views' ? '' : ` · ${text} only`;
  expect(paidOnlyText(terms)).toBe(only);
});

test('the map ends at the platform’s own sum, and each view raises it by nothing or one', () => {
  fc.assert(
    fc.property(given, ([laid, , at]) => {
      const end = laid.at(-1)!;
      expect(countedPlace(laid, 0n)).toBe(0n);
      expect(countedPlace(laid, end.toViews)).toBe(end.toCounted);
      expect(countedPlace(laid, end.toViews + at)).toBe(end.toCounted);
      expect([0n, 1n]).toContain(countedPlace(laid, at + 1n) - countedPlace(laid, at));
    }),
  );
});

test('more days or views never lower the counted views, which never exceed the verified ones', () => {
  fc.assert(
    fc.property(given, views(8n), ([laid, remaining, at], known) => {
      const all = remaining.reduce((sum, { from, to }) => sum + to - from, 0n);
      const counted = countedViews(laid, at, remaining);
      expect(countedViews(laid.slice(0, Number(known)), at, remaining) <= counted).toBe(true);
      expect(counted <= countedViews(laid, at + 1n, remaining)).toBe(true);
      expect(counted >= 0n && counted <= least(at, all)).toBe(true);
    }),
  );
});

test('excluding the views after the released ones leaves exactly the released ones', () => {
  fc.assert(
    fc.property(given, ([laid, remaining, released]) => {
      const all = countedViews(laid, laid.at(-1)!.toViews, remaining);
      const kept = fewestViews(laid, least(released, all), remaining);
      expect(countedViews(laid, kept, remaining)).toBe(least(released, all));
    }),
  );
});

test('a new listing pays for engaged views only where each of its platforms reports them and is read here', () => {
  const all = ['tiktok', 'youtube', 'instagram'];
  expect(usualCounting(['youtube'], all)).toBe('engaged');
  expect(usualCounting(['youtube', 'tiktok'], all)).toBe('all');
  expect(usualCounting(['instagram'], all)).toBe('all');
  expect(usualCounting(['youtube'], ['tiktok'])).toBe('all');
  expect(usualCounting([], all)).toBe('all');
});
