import { expect, test } from 'vitest';
import { actOf, playheadKeys, playheadTarget, shortcutGroups, shortcuts } from './shortcuts.ts';
import { boundedSpan, stretchAround } from './timeline-view.ts';

test('each key of the sheet starts its act, and no key starts two', () => {
  const keys = Object.values(shortcuts).flatMap((one) => [...one.keys] as string[]);
  expect(new Set(keys).size).toBe(keys.length);
  for (const [act, { keys: own }] of Object.entries(shortcuts))
    for (const key of own) expect(actOf(key)).toBe(act);
  expect([actOf('x'), actOf(null)]).toEqual([undefined, undefined]);
});

test('the sheet lists every key of the studio and of the playhead once', () => {
  const lines = shortcutGroups.flatMap((group) => group.lines);
  expect(lines).toHaveLength(Object.keys(shortcuts).length + playheadKeys.length);
  expect(new Set(lines.map(({ shown }) => shown.join('+'))).size).toBe(lines.length);
});

test('the playhead’s keys move it by a frame, a second, ten seconds, and to both ends', () => {
  const to = (key: string, shiftKey = false) =>
    playheadTarget({ key, shiftKey }, { now: 30, frame: 0.05, duration: 61 });
  expect([to('ArrowLeft'), to('ArrowRight'), to('ArrowLeft', true), to('ArrowRight', true)]).toEqual([
    29.95, 30.05, 29, 31,
  ]);
  expect([to('PageUp'), to('PageDown', true), to('Home'), to('End'), to('a')]).toEqual([
    40,
    20,
    0,
    61,
    undefined,
  ]);
});

test('the timeline shows no less than four seconds, no more than the source, and never beyond its ends', () => {
  expect([boundedSpan(1, 60), boundedSpan(100, 60), boundedSpan(1, 2)]).toEqual([4, 60, 2]);
  expect(stretchAround(1, 10, 60)).toEqual({ from: 0, span: 10 });
  expect(stretchAround(59, 10, 60)).toEqual({ from: 50, span: 10 });
  expect(stretchAround(30, 10, 60)).toEqual({ from: 25, span: 10 });
});
