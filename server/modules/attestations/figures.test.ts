import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareFigures, figuresIn } from './figures.ts';

test.each([
  ['1,234 views - 3 days ago', [1234, 3]],
  ['1.234 views', [1234]],
  ['12.4K 1,034 58', [12_400, 1034, 58]],
  ['3,2M plays', [3_200_000]],
  ['Posted on 11/2/2026 at 10:45, 73% watched, 2.5 s', []],
  ['@clips4you #2026 $40', []],
  ['1B', [1_000_000_000]],
])('reads only the counts of "%s"', (text, counts) => {
  expect(figuresIn(text).map((found) => found.views)).toEqual(counts);
});

test.each([
  ['12.4K', 12_438, 'match', 12_400],
  ['12.4K', 12_600, 'mismatch', 12_400],
  ['1,234 views\n9,999 likes', 9_999, 'mismatch', 1_234],
  ['1,234 views\n9,999 likes', 1_234, 'match', 1_234],
  ['Views: 880\n12,000 likes', 884, 'match', 880],
  ['no figure', 100, 'unreadable', null],
] as const)('comparing "%s" with %i reported is a %s', (text, reported, state, readViews) => {
  expect(compareFigures(text, reported)).toEqual({ state, readViews });
});

test('a count written in full always matches itself, and never a count a tenth higher', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 2_000_000_000 }), (views) => {
      const text = `${views.toLocaleString('en-US')} views`;
      expect(compareFigures(text, views)).toEqual({ state: 'match', readViews: views });
      expect(compareFigures(text, Math.ceil(views * 1.1)).state).toBe('mismatch');
    }),
  );
});
