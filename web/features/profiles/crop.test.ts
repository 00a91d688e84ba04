import { expect, test } from 'vitest';
import { cropSquare, dragged, wholeCrop } from './crop.ts';

const wide = { width: 400, height: 200 };

test('the largest square is in the middle, and zooming makes it smaller', () => {
  expect(cropSquare(wide, wholeCrop)).toEqual({ left: 100, top: 0, side: 200 });
  expect(cropSquare(wide, { zoom: 2, x: 0, y: 1 })).toEqual({ left: 0, top: 100, side: 100 });
});

test('dragging moves with the pointer and stops at the edges', () => {
  expect(dragged(wide, wholeCrop, { x: 50, y: 30 }, 100)).toEqual({ zoom: 1, x: 0, y: 0.5 });
  expect(dragged(wide, wholeCrop, { x: -500, y: 0 }, 100).x).toBe(1);
});
