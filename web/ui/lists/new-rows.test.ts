import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { heldBack, NewRowsButton } from './new-rows.tsx';

const held = (keys: string, seen: string) => [...heldBack([...keys], new Set(seen))].join('');

test('holds back rows that arrive above a seen row, but not those loaded below', () => {
  expect(held('abc', 'abc')).toBe('');
  expect(held('xyabc', 'abc')).toBe('xy');
  expect(held('axbc', 'abc')).toBe('x');
  expect(held('abcde', 'abc')).toBe('');
  expect(held('xabcd', 'abc')).toBe('x');
});

test('holds back nothing in a first list, in another list, or when all seen rows are gone', () => {
  expect(held('abc', '')).toBe('');
  expect(held('xy', 'abc')).toBe('');
  expect(held('', 'abc')).toBe('');
});

test('a row that disappeared and returned, as after an undo, is shown in its place at once', () => {
  expect(held('abc', 'abcd')).toBe('');
});

test('announces new rows once, not for each row', () => {
  const statusOf = (count: number) =>
    /role="status"[^>]*>([^<]*)</.exec(
      renderToStaticMarkup(createElement(NewRowsButton, { count, onShow: () => undefined })),
    )?.[1];
  expect([statusOf(0), statusOf(1), statusOf(7)]).toEqual(['', statusOf(7), 'There are new entries.']);
});
