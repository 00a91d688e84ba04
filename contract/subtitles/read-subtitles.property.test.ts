import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StudioCue } from '#contract/studio.ts';
import { readSubtitles } from './read-subtitles.ts';

const two = (value: number, digits = 2): string => String(value).padStart(digits, '0');
/** Formats a time given in milliseconds. */
const written = (ms: number, point: string, withHours: boolean): string => {
  const seconds = Math.floor(ms / 1_000);
  const hours = Math.floor(seconds / 3_600);
  const minutes = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${point}${two(ms % 1_000, 3)}`;
  return withHours || hours > 0 ? `${two(hours)}:${minutes}` : minutes;
};

const word = fc.stringMatching(/^[a-zäñжשمあ한]{1,8}[,.!?]?$/u);
const cueLists = fc
  .array(
    fc.record({
      pause: fc.integer({ min: 300, max: 4_000_000 }),
      length: fc.integer({ min: 1, max: 9_000 }),
      rows: fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 15 },
  )
  .map((cues) => {
    let at = 0;
    return cues.map(({ pause, length, rows }) => {
      const start = at + pause;
      at = start + length;
      return { start, end: at, rows: rows.map((row) => row.join(' ')) };
    });
  });
const styles = fc.record({
  isVtt: fc.boolean(),
  isNumbered: fc.boolean(),
  hasBlankRows: fc.boolean(),
  withHours: fc.boolean(),
  point: fc.constantFrom('.', ','),
  arrow: fc.constantFrom(' --> ', '-->', ' -> ', '  -->\t'),
  settings: fc.constantFrom('', ' align:start', ' X1:1 X2:2 Y1:3 Y2:4'),
  newline: fc.constantFrom('\n', '\r\n', '\r', '\r\r\n'),
  dress: fc.constantFrom<(row: string) => string>(
    (row) => row,
    (row) => `<i>${row}</i>`,
    (row) => `<font color="red">${row}</font>`,
    (row) => `{\\an8}${row}`,
    (row) => `<c.yellow>${row}</c>`,
    (row) => ` ${row} `,
  ),
  mark: fc.constantFrom('', '\uFEFF'),
});

test('any list of cues is read back the same in every style', () => {
  fc.assert(
    fc.property(cueLists, styles, (cues, style) => {
      const rows = cues.flatMap(({ start, end, rows: text }, at) => [
        ...(style.isNumbered ? [String(at + 1)] : []),
        `${written(start, style.point, style.withHours)}${style.arrow}${written(end, style.point, style.withHours)}${style.settings}`,
        ...text.map(style.dress),
        ...(style.hasBlankRows ? [''] : []),
      ]);
      const file = style.mark + [...(style.isVtt ? ['WEBVTT', ''] : []), ...rows].join(style.newline);
      const expected: StudioCue[] = cues.map(({ start, end, rows: text }) => ({
        start: start / 1_000,
        end: end / 1_000,
        text: text.join(' '),
      }));
      expect(readSubtitles(file)).toEqual({ cues: expected, skipped: [] });
    }),
    { numRuns: 300 },
  );
});

test('any text is read without an error, and its cues can be stored', () => {
  const pieces = fc.constantFrom(
    '\n',
    '\r',
    ' ',
    '1',
    '-->',
    '00:00:01,000',
    '00:00:01,000 --> 00:00:02,000',
    'WEBVTT',
    'NOTE',
    '<i>',
    '{\\an8}',
    '&lt;',
    '\uFEFF',
    'hi',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 60 }), (parts) => {
      for (const { start, end, text } of readSubtitles(parts.join('')).cues) {
        expect(0 <= start && start < end && end <= 86_400).toBe(true);
        expect(text.trim()).not.toBe('');
        expect(text.isWellFormed()).toBe(true);
      }
    }),
  );
});
