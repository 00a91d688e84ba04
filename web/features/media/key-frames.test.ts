import { expect, test } from 'vitest';
import { rowsFrom, tileAt } from '#contract/media/storyboard.ts';
import { fitInto, tileTimes } from './key-frames.ts';

test('a long video has 600 tiles, a short one a tile per two seconds, each from the middle of its stretch', () => {
  expect(tileTimes(6 * 3_600)).toHaveLength(600);
  expect(tileTimes(4)).toEqual([1, 3]);
  expect(tileTimes(0.5)).toEqual([0.25]);
});

test('a tile keeps the shape of the video', () => {
  expect(fitInto(160, 1_920, 1_080)).toEqual({ width: 160, height: 90 });
  expect(fitInto(160, 1_080, 1_920)).toEqual({ width: 90, height: 160 });
  expect(fitInto(960, 640, 360)).toEqual({ width: 640, height: 360 });
  expect(fitInto(160, 8_000, 10)).toEqual({ width: 160, height: 1 });
});

test('tiles are in sheets of ten rows; the last sheet has as many rows as it needs', () => {
  const of = { url: '/media/1/storyboard', tiles: 150 };
  expect(tileAt(of, 0)).toEqual({ sheet: '/media/1/storyboard/0', column: 0, row: 0, rows: 10 });
  expect(tileAt(of, 149)).toEqual({ sheet: '/media/1/storyboard/1', column: 9, row: 4, rows: 5 });
  expect([rowsFrom(0, 1), rowsFrom(100, 101), rowsFrom(0, 600)]).toEqual([1, 1, 10]);
});
