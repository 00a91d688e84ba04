import { expect, it } from 'vitest';
import { type Corner, freeCorner } from './free-corner.ts';

const covering = (counts: Partial<Record<Corner, number>>) => freeCorner(0, (corner) => counts[corner] ?? 0);

it('shows a toast at the bottom right, unless it would cover a form or a button there', () => {
  expect(covering({})).toBe('bottom-right');
  expect(covering({ 'bottom-right': 1 })).toBe('bottom-left');
  expect(covering({ 'bottom-right': 1, 'bottom-left': 2 })).toBe('top-right');
});

it('covers as few controls as it can if no corner is free', () => {
  expect(covering({ 'bottom-right': 3, 'bottom-left': 2, 'top-right': 1, 'top-left': 2 })).toBe('top-right');
});
