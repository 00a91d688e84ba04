import { expect, test } from 'vitest';
import { keepEqual } from './keep-equal.ts';

const reply = (views: number, at = '2026-11-21T12:00:00Z') => ({
  rows: [
    { id: 'a', at: new Date('2026-11-20T12:00:00Z'), micros: 5n, next: null },
    { id: 'b', at: new Date(at), micros: 7n, next: { views } },
  ],
});

test('returns the previous reply for an equal one', () => {
  const before = reply(1);
  expect(keepEqual(before, reply(1))).toBe(before);
});

test('keeps the unchanged parts of a reply that differs', () => {
  const before = reply(1);
  for (const next of [reply(2), reply(1, '2026-11-21T12:00:01Z')]) {
    const kept = keepEqual(before, next) as typeof before;
    expect(kept).toEqual(next);
    expect(kept.rows[0]).toBe(before.rows[0]);
    expect(kept.rows[1]).not.toBe(before.rows[1]);
  }
});

test('notices removed, added and retyped values', () => {
  const steps: [unknown, unknown][] = [
    [{ a: 1, b: undefined }, { a: 1 }],
    [{ a: 1 }, { b: 1 }],
    [[1, 2], [1]],
    [[1], { 0: 1 }],
    [new Date(0), null],
    [null, {}],
    [{ a: undefined }, { b: undefined }],
  ];
  for (const [before, next] of steps) {
    expect(keepEqual(before, next)).toStrictEqual(next);
    expect(keepEqual(next, before)).toStrictEqual(before);
  }
});
