import { expect, test } from 'vitest';
import { eachSecond, takenBars, takenOf, takenText } from './taken.ts';

const taken = [
  { second: 10, clips: 1, approved: 0 },
  { second: 11, clips: 4, approved: 1 },
  { second: 700, clips: 2, approved: 0 },
];

test('a bar shows the fullest of its seconds, and only the stretch in view is drawn', () => {
  expect(takenBars(taken, { from: 0, span: 100 })).toEqual([
    { start: 10, end: 11, share: 0.25, isApproved: false },
    { start: 11, end: 12, share: 1, isApproved: true },
  ]);
  expect(takenBars(taken, { from: 0, span: 3_000 })).toEqual([
    { start: 10, end: 20, share: 1, isApproved: true },
    { start: 700, end: 710, share: 0.5, isApproved: false },
  ]);
  expect(takenBars(taken, { from: 11.5, span: 4 })).toHaveLength(1);
  expect(takenBars([], { from: 0, span: 4 })).toEqual([]);
});

test('counts the seconds of the cuts that are in other clips', () => {
  expect(takenOf([{ start: 0, end: 10 }], taken)).toBeNull();
  expect(takenOf([{ start: 9.5, end: 11.5 }], taken)).toEqual({ seconds: 2, clips: 4, approved: 1 });
  const both = [
    { start: 700.5, end: 702 },
    { start: 10, end: 10.5 },
  ];
  expect(takenOf(both, taken)).toEqual({ seconds: 2, clips: 2, approved: 0 });
  expect(takenText(takenOf(both, taken))).toBe('2 s, by up to 2 clips');
  expect(takenText(takenOf([{ start: 10.1, end: 10.2 }], taken))).toBe('1 s, by 1 clip');
  expect(takenText(null)).toBe('Nothing');
});

test('in a long source each row covers several seconds', () => {
  expect(eachSecond([{ second: 24, clips: 2, approved: 1 }], 3)).toEqual(
    [24, 25, 26].map((second) => ({ second, clips: 2, approved: 1 })),
  );
});
