import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { heldBack, NewRowsButton } from './new-rows.tsx';

const held = (keys: string, seen: string) => [...heldBack([...keys], new Set(seen))].join('');

test('rows that come above one that was read are held back, those loaded below are not', () => {
  expect(held('abc', 'abc')).toBe('');
  expect(held('xyabc', 'abc')).toBe('xy');
  expect(held('axbc', 'abc')).toBe('x');
  expect(held('abcde', 'abc')).toBe('');
  expect(held('xabcd', 'abc')).toBe('x');
});

test('a first list, another one, and one whose rows are all gone hold nothing back', () => {
  expect(held('abc', '')).toBe('');
  expect(held('xy', 'abc')).toBe('');
  expect(held('', 'abc')).toBe('');
});

test('what went and came back, as after an undo, has its place at once', () => {
  expect(held('abc', 'abcd')).toBe('');
});

test('that something came is said once, not again with every row', () => {
  const statusOf = (count: number) =>
    /role="status"[^>]*>([^<]*)</.exec(
      renderToStaticMarkup(createElement(NewRowsButton, { count, onShow: () => undefined })),
    )?.[1];
  expect([statusOf(0), statusOf(1), statusOf(7)]).toEqual([
    '',
    statusOf(7),
    'Something new came to this list.',
  ]);
});
