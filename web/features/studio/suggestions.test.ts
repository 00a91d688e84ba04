import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { withMoment } from './cuts.ts';
import { suggestedLength, suggestMoments } from './suggestions.ts';

const free = { minSeconds: null, maxSeconds: null };

/** Returns the peaks of a recording whose seconds have these levels. */
const peaksOf = (levels: readonly number[]) =>
  new Map(
    levels.flatMap((level, second) =>
      Array.from({ length: 10 }, (_, tenth) => [second * 10 + tenth, level] as const),
    ),
  );

test('suggests half a minute, or what the listing and the source allow', () => {
  expect(suggestedLength(free, 600)).toBe(30);
  expect(suggestedLength({ minSeconds: 45, maxSeconds: 60 }, 600)).toBe(45);
  expect(suggestedLength({ minSeconds: null, maxSeconds: 15 }, 600)).toBe(15);
  expect(suggestedLength(free, 12.5)).toBe(12.5);
});

test('suggests the loudest part, and further parts only if they are clearly louder than usual', () => {
  const levels = Array.from({ length: 300 }, () => 0.2);
  levels.fill(0.9, 100, 130).fill(0.4, 200, 230);
  const found = suggestMoments(
    { peaks: peaksOf(levels), earned: [], chat: [] },
    { rules: free, duration: 300 },
  );
  expect(found).toEqual([
    { kind: 'loud', start: 100, end: 130, why: 'Loudest 30 s of the recording' },
    { kind: 'loud', start: 200, end: 230, why: '2× the usual loudness' },
  ]);
});

test('suggests nothing in silence, and nothing without any evidence', () => {
  const silence = peaksOf(Array.from({ length: 60 }, () => 0));
  for (const peaks of [silence, new Map()])
    expect(suggestMoments({ peaks, earned: [], chat: [] }, { rules: free, duration: 60 })).toEqual([]);
});

test('suggests first what earned before, with at least the suggested length and within the source', () => {
  const earned = [
    { start: 40, end: 44, earnedMicros: micros(240_000_000n) },
    { start: 70, end: 80, earnedMicros: micros(1_000_000n) },
  ];
  const peaks = peaksOf(Array.from({ length: 80 }, () => 0.5));
  const found = suggestMoments({ peaks, earned, chat: [] }, { rules: free, duration: 80 });
  expect(found.map(({ kind, start, end }) => [kind, start, end])).toEqual([
    ['earned', 40, 70],
    ['earned', 70, 80],
    ['loud', 0, 30],
  ]);
  expect(found[0]!.why).toBe('Earlier clips of this part earned about $240.00');
});

test('a moment is added behind the other cuts, and only once', () => {
  const [cut, moment] = [
    { start: 1, end: 2 },
    { start: 5, end: 9 },
  ];
  expect(withMoment([cut], moment)).toEqual([cut, moment]);
  expect(withMoment([cut, moment], { ...moment })).toEqual([cut, moment]);
});

test('suggests what chat reacted to, a few seconds before it did, if chat was twice as fast as usual', () => {
  const chat = Array.from({ length: 300 }, () => 1);
  chat.fill(6, 200, 230);
  const moments = (perSecond: readonly number[]) =>
    suggestMoments({ peaks: new Map(), earned: [], chat: perSecond }, { rules: free, duration: 300 });
  expect(moments(chat)).toEqual([{ kind: 'chat', start: 195, end: 225, why: 'Chat 6× its usual pace' }]);
  const burst = Array.from({ length: 300 }, () => 1).fill(9, 200, 210);
  expect(moments(burst)[0]).toMatchObject({ start: 185, end: 215 });
  expect(moments(Array.from({ length: 300 }, () => 1))).toEqual([]);
  const rare = Array.from({ length: 300 }, () => 0);
  expect(moments(rare.with(100, 9))).toEqual([]);
  expect(moments(rare.with(100, 10))[0]?.why).toBe('Chat far above its usual pace');
});
