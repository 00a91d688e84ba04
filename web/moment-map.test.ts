import { expect, test } from 'vitest';
import { exampleSource } from './features/marketing/example-source.ts';
import { evidenceOf } from './features/studio/cut-evidence.ts';
import { suggestMoments } from './features/studio/suggestions.ts';

const { peaks, chat } = exampleSource;

test('states for each suggested moment the factor or the sum that its reason names', () => {
  const reasons = suggestMoments(exampleSource, exampleSource).map(({ kind, start, end, why }) => {
    const { loudness, chat, earned } = evidenceOf(exampleSource, { start, end });
    if (kind === 'earned') return why.endsWith(`about ${earned}`);
    if (kind === 'chat') return why.includes(chat);
    return why.startsWith('Loudest') || why.startsWith(loudness);
  });
  expect(reasons.length).toBeGreaterThan(4);
  expect(reasons).toEqual(reasons.map(() => true));
});

test('states earnings only if the cut overlaps a part that earned, and the highest of several', () => {
  const earned = [
    { start: 10, end: 20, earnedMicros: 12_000_000n },
    { start: 18, end: 30, earnedMicros: 40_000_000n },
  ] as typeof exampleSource.earned;
  const at = (start: number, end: number) => evidenceOf({ peaks, chat, earned }, { start, end }).earned;
  expect([at(0, 10), at(30, 60), at(5, 12), at(12, 25)]).toEqual([null, null, '$12.00', '$40.00']);
});

test('states what is usual without evidence', () => {
  const none = evidenceOf({ peaks: new Map(), chat: [], earned: [] }, { start: 0, end: 30 });
  expect(none).toEqual({ loudness: '0×', chat: '0×', earned: null });
});
