import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addCut,
  clipLength,
  clipSecond,
  moveEarlier,
  setIn,
  setOut,
  splitCut,
  withoutStretches,
} from './cuts.ts';
import { begin, change, redo, undo } from './history.ts';
import { clipTime, onFrame, timecode } from './timecode.ts';

/** Returns the second of the source that the clip shows at its second `at`; the inverse of `clipSecond`. */
function sourceSecond(cuts: readonly { start: number; end: number }[], at: number): number {
  const [first, ...others] = cuts;
  const length = first!.end - first!.start;
  return at < length ? first!.start + at : sourceSecond(others, at - length);
}

test('In and Out make the first cut, move it, and never leave an empty one', () => {
  expect(setIn([], 0, 10, 100)).toEqual([{ start: 10, end: 30 }]);
  expect(setIn([], 0, 95, 100)).toEqual([{ start: 95, end: 100 }]);
  expect(setOut([], 0, 15)).toEqual([{ start: 0, end: 15 }]);
  expect(setIn([{ start: 10, end: 30 }], 0, 20, 100)).toEqual([{ start: 20, end: 30 }]);
  expect(setIn([{ start: 10, end: 30 }], 0, 40, 100)).toEqual([{ start: 40, end: 60 }]);
  expect(setOut([{ start: 10, end: 30 }], 0, 5)).toEqual([{ start: 0, end: 5 }]);
});

test('cuts follow one another; a split and a swap keep the length', () => {
  const cuts = addCut([{ start: 50, end: 60 }], 10, 100);
  expect(clipLength(cuts)).toBe(30);
  const split = splitCut(cuts, 15);
  expect(split).toEqual([
    { start: 50, end: 60 },
    { start: 10, end: 15 },
    { start: 15, end: 30 },
  ]);
  expect(moveEarlier(split, 1)[0]).toEqual({ start: 10, end: 15 });
  expect(moveEarlier(split, 0)).toEqual(split);
  expect(clipLength(moveEarlier(split, 2))).toBe(30);
});

test('converts a second of the clip to a second of the source and back', () => {
  const cut = fc
    .record({ start: fc.integer({ min: 0, max: 1_000 }), length: fc.integer({ min: 1, max: 60 }) })
    .map(({ start, length }) => ({ start, end: start + length }));
  fc.assert(
    fc.property(
      fc.array(cut, { minLength: 1, maxLength: 6 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (cuts, part) => {
        const at = part * clipLength(cuts);
        const source = sourceSecond(cuts, at);
        expect(cuts.some(({ start, end }) => start <= source && source < end)).toBe(true);
        expect(sourceSecond(cuts, clipSecond(cuts, source)!)).toBeCloseTo(source, 6);
      },
    ),
  );
  expect(clipSecond([{ start: 5, end: 6 }], 6)).toBeNull();
});

test('removes silences from the cuts, and remainders too short to see', () => {
  const cuts = [{ start: 0, end: 10 }];
  const silences = [
    { start: 2, end: 4 },
    { start: 4.1, end: 6 },
    { start: 9, end: 12 },
  ];
  expect(withoutStretches(cuts, silences, 0.3)).toEqual([
    { start: 0, end: 2 },
    { start: 6, end: 9 },
  ]);
  expect(withoutStretches(cuts, [], 0.3)).toEqual(cuts);
});

test('each step is undone and redone; a new step drops the undone ones; the letters of a word are one step', () => {
  let steps = change(begin('a'), 'ab', 'cut', 0);
  steps = change(steps, 'abc', 'text', 100);
  steps = change(steps, 'abcd', 'text', 500);
  expect(steps.past).toEqual(['a', 'ab']);
  steps = undo(steps);
  expect(steps.now).toBe('ab');
  expect(undo(undo(undo(steps))).now).toBe('a');
  expect(redo(steps).now).toBe('abcd');
  steps = change(steps, 'x', 'text', 600);
  expect(redo(steps).now).toBe('x');
  expect(change(steps, 'x', 'text', 700)).toBe(steps);
});

test('times read as hours, minutes, seconds and frames', () => {
  expect(timecode(13_272 + 8 / 60, 60)).toBe('03:41:12:08');
  expect(timecode(0, 25)).toBe('00:00:00:00');
  expect(timecode(1.999, 30)).toBe('00:00:02:00');
  expect(clipTime(37.4)).toBe('00:37.4');
  expect(clipTime(59.96)).toBe('01:00.0');
  expect(onFrame(1.02, 25)).toBe(1.04);
  expect(onFrame(-1, 25)).toBe(0);
});
