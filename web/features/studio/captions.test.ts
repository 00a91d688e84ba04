import { expect, test } from 'vitest';
import { cuesWithin, importCaptions } from '#web/nouns/import-captions.ts';
import { cueAt, inPieces, linesOf, wordsOf } from './caption-words.ts';
import { withCue } from './captions-tab.tsx';

test('words share the time of their caption, longer words get more, and the last ends with it', () => {
  const words = wordsOf({ start: 10, end: 12, text: ' a  parry ' });
  expect(words.map(({ text }) => text)).toEqual(['a', 'parry']);
  expect(words[0]).toEqual({ text: 'a', start: 10, end: 10.5 });
  expect(words[1]).toEqual({ text: 'parry', start: 10.5, end: 12 });
  expect(wordsOf({ start: 0, end: 1, text: '  ' })).toEqual([]);
});

test('a caption is shown from its start up to its end, a long one in pieces, in lines that fit', () => {
  const cues = [{ start: 1, end: 3, text: 'one two three four five six' }];
  expect(cueAt(cues, 1)?.text).toMatch(/^one/);
  expect(cueAt(cues, 3)).toBeUndefined();
  const pieces = inPieces(cues, 4);
  expect(pieces.map(({ text }) => text)).toEqual(['one two three', 'four five six']);
  expect(pieces[0]!.end).toBe(pieces[1]!.start);
  expect(pieces[1]!.end).toBe(3);
  const lines = linesOf(wordsOf(cues[0]!), 10, (text) => text.length);
  expect(lines.map((line) => line.map(({ text }) => text).join(' '))).toEqual([
    'one two',
    'three four',
    'five six',
  ]);
});

test('only the part of a transcript that the cuts show is used; a new caption ends before the next', () => {
  const cues = [
    { start: 0, end: 2, text: 'before' },
    { start: 4, end: 6, text: 'within' },
  ];
  expect(cuesWithin(cues, [{ start: 5, end: 9 }])).toEqual([cues[1]]);
  expect(withCue(cues, 2, 'a new one here', 10)[1]).toEqual({ start: 2, end: 3.6, text: 'a new one here' });
  expect(withCue(cues, 3.5, 'late', 10)[1]!.end).toBe(4);
});

test('a long caption is not cut within a letter', async () => {
  const long = `1\n00:00:01,000 --> 00:00:02,000\n${'a'.repeat(299)}😀\n`;
  const { cues } = await importCaptions(new File([long], 'a.srt'));
  expect(cues[0]!.text).toBe('a'.repeat(299));
});
