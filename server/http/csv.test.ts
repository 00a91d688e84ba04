import { describe, expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { csvLine } from './csv.ts';

describe('a line of CSV', () => {
  test('quotes a cell that contains separators or quotes, and doubles its quotes', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'plain', null])).toBe(
      '"a,b","say ""hi""","two\nlines",plain,\r\n',
    );
  });

  const starts = [...'=+-@＝＋－＠﹦﹢﹣﹫−'];
  const unseen = [
    '',
    '\u200B',
    '\u200D',
    '\u2060',
    '\uFEFF',
    '\u00AD',
    '\u180E',
    '\uFE0F',
    '\u3164',
    '\u00A0',
    ' ',
  ];
  const separators = ['', '\t', '\r', '\n', ';', '|'];

  test.each(starts)('check 38: no spreadsheet reads a text as a formula that begins with %j', (start) => {
    for (const separator of separators) {
      for (const skipped of unseen) {
        const written = csvLine([`${separator}${skipped}${start}1+1`]);
        expect(written.replace(/^"/, ''), JSON.stringify(written)).toMatch(/^'/);
      }
    }
  });

  test('check 38: no formula begins where a spreadsheet of another country splits a cell', () => {
    expect(csvLine(['Clip; =1+1\t\u200B@x|-1\n=2'])).toBe(`"Clip;' =1+1\t'\u200B@x|'-1\n'=2"\r\n`);
    expect(csvLine([';', '\tx', 'plain; text-only'])).toBe(`"';","'\tx","plain; text-only"\r\n`);
    // Split at the semicolon, its two quotes would be an empty text, and a formula would follow.
    expect(csvLine(['x;"=1+1;y'])).toBe(`"x;'""=1+1;y"\r\n`);
  });

  test('check 38: separators in a row are escaped before a formula, and only there', () => {
    expect(csvLine(['x;\t\t=1'])).toBe(`"x;'\t'\t'=1"\r\n`);
    expect(csvLine(['x;|=1'])).toBe(`"x;|'=1"\r\n`);
    expect(csvLine(['x;a=1'])).toBe(`"x;a=1"\r\n`);
    expect(csvLine(['😀;😀=1;@'])).toBe(`"😀;😀=1;'@"\r\n`);
  });

  test('money has two decimals, and more only when it needs them', () => {
    const cells = [micros(12_500_000n), micros(-3_000_000n), micros(1_234_567_890n), micros(0n)];
    expect(csvLine(cells)).toBe('12.50,-3.00,1234.56789,0.00\r\n');
  });

  test('moments are written in UTC to the second', () => {
    expect(csvLine([new Date('2026-03-02T10:00:00.123Z'), 7])).toBe('2026-03-02T10:00:00Z,7\r\n');
  });
});
