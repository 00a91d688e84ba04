import { expect, test } from 'vitest';
import { CaptionsRefused, cuesWithin, importCaptions } from '#web/nouns/import-captions.ts';
import { cueAt, inPieces, linesOf, wordsOf } from './caption-words.ts';
import { withCue } from './captions-tab.tsx';

const srt = `1
00:00:01,000 --> 00:00:03,500
okay <i>chat</i>,
watch this

2
00:00:05,000 --> 00:00:06,000
he forgot the parry
`;
const vtt = `WEBVTT

NOTE nothing

00:01.000 --> 00:02.000 align:start
<v Tess>first</v>

01:00:00.000 --> 01:00:01.500
an hour later
`;

test('SRT and VTT files are read, without their marks, in the order of time', async () => {
  expect(await importCaptions('a.srt', srt)).toEqual([
    { start: 1, end: 3.5, text: 'okay chat, watch this' },
    { start: 5, end: 6, text: 'he forgot the parry' },
  ]);
  expect(await importCaptions('a.vtt', vtt)).toEqual([
    { start: 1, end: 2, text: 'first' },
    { start: 3_600, end: 3_601.5, text: 'an hour later' },
  ]);
  expect(await importCaptions('win.srt', `\uFEFF${srt.replaceAll('\n', '\r\n')}`)).toHaveLength(2);
});

test('a row that cannot be read, or whose times are reversed, is named with its file', async () => {
  const failed = (text: string) =>
    importCaptions('night.srt', text).catch((error: unknown) => {
      expect(error).toBeInstanceOf(CaptionsRefused);
      return (error as Error).message;
    });
  expect(await failed(srt.replace('00:00:03,500', '00:00:00,500'))).toBe(
    'night.srt, row 2: the caption ends before it begins.',
  );
  expect(await failed(srt.replace('00:00:05,000', 'later'))).toBe(
    'night.srt, row 7: the times can\'t be read ("later --> 00:00:06,000").',
  );
  expect(await failed('just a text')).toBe('night.srt holds no captions. Choose an SRT or VTT file.');
  expect(await failed('')).toMatch(/holds no captions/);
});

test('words share the time of their caption, longer ones more; the last ends with it', () => {
  const words = wordsOf({ start: 10, end: 12, text: ' a  parry ' });
  expect(words.map(({ text }) => text)).toEqual(['a', 'parry']);
  expect(words[0]).toEqual({ text: 'a', start: 10, end: 10.5 });
  expect(words[1]).toEqual({ text: 'parry', start: 10.5, end: 12 });
  expect(wordsOf({ start: 0, end: 1, text: '  ' })).toEqual([]);
});

test('a caption is shown from its start up to its end, long ones in pieces, in lines that fit', () => {
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

test('only what the cuts show is taken of a transcript; a new caption ends before the next', () => {
  const cues = [
    { start: 0, end: 2, text: 'before' },
    { start: 4, end: 6, text: 'within' },
  ];
  expect(cuesWithin(cues, [{ start: 5, end: 9 }])).toEqual([cues[1]]);
  expect(withCue(cues, 2, 'a new one here', 10)[1]).toEqual({ start: 2, end: 3.6, text: 'a new one here' });
  expect(withCue(cues, 3.5, 'late', 10)[1]!.end).toBe(4);
});

test('a long caption is not cut within a letter, and a time that no source reaches is named', async () => {
  const long = `1\n00:00:01,000 --> 00:00:02,000\n${'a'.repeat(299)}😀\n`;
  const [cue] = await importCaptions('a.srt', long);
  expect(cue!.text).toBe('a'.repeat(299));
  const late = '1\n00:00:01,000 --> 25:00:00,000\nhey\n';
  await expect(importCaptions('a.srt', late)).rejects.toThrow('a.srt, row 2: the time lies behind 24 hours.');
});
