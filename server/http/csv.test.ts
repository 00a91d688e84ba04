import { describe, expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { csvLine } from './csv.ts';

describe('a line of CSV', () => {
  test('quotes what would break it, and doubles quotes', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'plain', null])).toBe(
      '"a,b","say ""hi""","two\nlines",plain,\r\n',
    );
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])(
    'no spreadsheet reads the text %j as a formula',
    (text) => {
      expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
    },
  );

  test('money has two decimals, and as many as it has when there are more', () => {
    const cells = [micros(12_500_000n), micros(-3_000_000n), micros(1_234_567_890n), micros(0n)];
    expect(csvLine(cells)).toBe('12.50,-3.00,1234.56789,0.00\r\n');
  });

  test('moments stand in UTC to the second', () => {
    expect(csvLine([new Date('2026-03-02T10:00:00.123Z'), 7])).toBe('2026-03-02T10:00:00Z,7\r\n');
  });
});
