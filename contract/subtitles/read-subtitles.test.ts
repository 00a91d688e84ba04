import { describe, expect, test } from 'vitest';
import { readSubtitles } from './read-subtitles.ts';

const T1 = '00:00:01,000 --> 00:00:02,000';
const T2 = '00:00:03,000 --> 00:00:04,000';
const textsOf = (file: string): string[] => readSubtitles(file).cues.map(({ text }) => text);
/** Returns the rows that a viewer sees of a cue with these rows. */
const shown = (...rows: string[]): string[] => textsOf(`1\n${T1}\n${rows.join('\n')}\n`);

describe('reads the times of a cue as people and tools write them', () => {
  test.each([
    ['without spaces', '00:00:01,500-->00:00:03,250', 1.5, 3.25],
    ['without milliseconds', '00:00:01 --> 00:00:03', 1, 3],
    ['without hours', '00:01.500 --> 00:03.250', 1.5, 3.25],
    ['without hours and milliseconds', '0:01 --> 0:03', 1, 3],
    ['with one digit of a fraction', '0:00:01.5 --> 0:00:03.2', 1.5, 3.2],
    ['with a colon before milliseconds', '00:00:01:500 --> 00:00:03:250', 1.5, 3.25],
    ['with settings', '00:01.500 --> 00:03.250 align:start position:0% line:-1', 1.5, 3.25],
    ['with coordinates', '00:00:01,500 --> 00:00:03,250  X1:100 X2:500 Y1:20 Y2:40', 1.5, 3.25],
    ['with the spaces of a translator', '00: 00: 01, 500 -> 00: 00: 03, 250', 1.5, 3.25],
    ['with a long dash', '00:00:01,500 –> 00:00:03,250', 1.5, 3.25],
    ['with an arrow that lost its point', '00:00:01,500 -- 00:00:03,250', 1.5, 3.25],
    ['with an escaped arrow', '00:00:01,500 --&gt; 00:00:03,250', 1.5, 3.25],
    ['with full-width digits', '００：００：０１，５００ --> ００：００：０３，２５０', 1.5, 3.25],
    ['with Arabic digits', '٠٠:٠٠:٠١,٥٠٠ --> ٠٠:٠٠:٠٣,٢٥٠', 1.5, 3.25],
    ['in brackets, as whisper prints them', '[00:00:01.500 --> 00:00:03.250]', 1.5, 3.25],
    ['with full-width signs', '00：00：01，500 --> 00：00：03，250', 1.5, 3.25],
    ['with marks of direction', '\u202B00:00:01,500 --> 00:00:03,250\u202C', 1.5, 3.25],
    ['as SBV', '0:00:01.500,0:00:03.250', 1.5, 3.25],
  ])('%s', (_name, times, start, end) => {
    expect(readSubtitles(`1\n${times}\nhello\n`)).toEqual({
      cues: [{ start, end, text: 'hello' }],
      skipped: [],
    });
  });
  test('with three digits of hours, if the video is long enough', () => {
    const file = '1\n100:00:00,000 --> 100:00:01,000\nhello\n';
    expect(readSubtitles(file, 400_000).cues).toEqual([{ start: 360_000, end: 360_001, text: 'hello' }]);
    expect(readSubtitles(file).skipped).toEqual([
      { row: 2, why: 'late', written: '100:00:00,000 --> 100:00:01,000' },
    ]);
  });
});

describe('separates cues', () => {
  test.each([
    ['without blank rows', `1\n${T1}\nhi\n2\n${T2}\nho\n`],
    ['without numbers', `${T1}\nhi\n\n${T2}\nho\n`],
    ['without numbers and blank rows', `${T1}\nhi\n${T2}\nho`],
    ['when a number is missing', `1\n${T1}\nhi\n\n${T2}\nho\n`],
    ['when the first number is missing', `${T1}\nhi\n2\n${T2}\nho\n`],
    ['when a number comes twice', `1\n${T1}\nhi\n\n1\n${T2}\nho\n`],
    ['with a blank row behind numbers and times', `1\n\n${T1}\n\nhi\n\n2\n\n${T2}\n\nho\n`],
    ['with rows that end by CR', `1\r${T1}\rhi\r\r2\r${T2}\rho\r`],
    ['with rows that end by CR CR LF', `1\r\r\n${T1}\r\r\nhi\r\r\n\r\r\n2\r\r\n${T2}\r\r\nho\r\r\n`],
    ['with mixed ends of rows', `1\r\n${T1}\nhi\r\r2\n${T2}\r\nho`],
    ['with many blank rows', `\n\n\n1\n${T1}\nhi\n\n\n\n2\n${T2}\nho\n\n\n`],
    ['with rows of spaces between', `1\n${T1}\nhi\n  \n2 \n${T2}\nho\n\t\n`],
    ['in any order', `2\n${T2}\nho\n\n1\n${T1}\nhi\n`],
    ['with a number at the end', `1\n${T1}\nhi\n\n2\n${T2}\nho\n\n3\n`],
    ['with the text behind times in brackets', `[${T1}]  hi\n[${T2}]  ho\n`],
    ['with the text in the row of times', `1\n${T1} hi\n\n2\n${T2} ho\n`],
    ['when a cue has no text', `1\n${T1}\nhi\n\n2\n00:00:02,000 --> 00:00:02,500\n\n3\n${T2}\nho\n`],
    ['when a cue is written twice', `1\n${T1}\nhi\n\n2\n${T1}\nhi\n\n3\n${T2}\nho\n`],
    ['in files put together', `1\n${T1}\nhi\n\n\uFEFF1\n${T2}\nho\n`],
  ])('%s', (_name, file) => {
    expect(readSubtitles(file)).toMatchObject({ skipped: [], cues: [{ text: 'hi' }, { text: 'ho' }] });
  });

  test('keeps a text of digits, a text after a blank row and an arrow within a text', () => {
    expect(textsOf(`1\n${T1}\n2024\n\n2\n${T2}\n42\n`)).toEqual(['2024', '42']);
    expect(textsOf(`${T1}\n3\n\n${T2}\n2\n`)).toEqual(['3', '2']);
    expect(textsOf(`1\n${T1}\nhi\n\nthere\n\n2\n${T2}\nho\n`)).toEqual(['hi there', 'ho']);
    expect(shown('go --> left', 'a->b --> 3')).toEqual(['go --> left a->b --> 3']);
    expect(textsOf(`1\n${T1}\n--> here\n\n2\n${T2}\nat 10:30 --> out\n`)).toEqual([
      '--> here',
      'at 10:30 --> out',
    ]);
  });

  test('keeps cues that overlap', () => {
    expect(
      readSubtitles('1\n00:00:01,000 --> 00:00:05,000\na\n\n2\n00:00:02,000 --> 00:00:03,000\nb\n').cues,
    ).toEqual([
      { start: 1, end: 5, text: 'a' },
      { start: 2, end: 3, text: 'b' },
    ]);
  });
});

describe('keeps the text that a viewer reads', () => {
  test.each([
    ['tags of HTML', '<font color="#ff0000">Top</font> <I>te</I>xt<br/><b>here</b>', 'Top text here'],
    ['tags with spaces', '< i > text < / i >', 'text'],
    ['tags of ASS', '{\\an8}{\\i1}Top{\\i0}\\Ntext{\\pos(1,2)}', 'Top text'],
    ['a drawing of ASS', '{\\p1}m 0 0 l 100 0 100 100{\\p0}Top{\\pos(1,2)} text', 'Top text'],
    ['tags of MicroDVD', '{y:i}text', 'text'],
    ['braces that somebody wrote', '{laughs} text', '{laughs} text'],
    ['a heart', 'I <3 you', 'I <3 you'],
    ['comparisons', '1 < 2 and 3 > 2, a<b and c>d', '1 < 2 and 3 > 2, a<b and c>d'],
    [
      'entities',
      'Tom &amp; Jerry&nbsp;&lt;3 &quot;caf&eacute;&quot; &#39;&#x2019;',
      'Tom & Jerry <3 "café" \'’',
    ],
    ['escaped tags', '&lt;i&gt; is a tag', '<i> is a tag'],
    ['an ampersand', 'AT&T & R&B; x', 'AT&T & R&B; x'],
    ['right-to-left text', '\u202Bשלום, מה שלומך?\u202C', '\u202Bשלום, מה שלומך?\u202C'],
    ['letters that join', 'می\u200Cخواهم 👩\u200D💻', 'می\u200Cخواهم 👩\u200D💻'],
    ['what a database refuses', 'a\0b\uD800c', 'ab\uFFFDc'],
  ])('%s', (_name, row, text) => {
    expect(shown(row)).toEqual([text]);
  });
});

test('WebVTT: skips its header, notes, styles, regions, names and voices', () => {
  const file = `WEBVTT - night\nKind: captions\nLanguage: en\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\nNOTE hi\n\nintro\n00:01.000 --> 00:02.000 region:a\n<v.loud Tess>first</v> <c.yellow.bg_blue>row</c>\n\nNOTE\nmany\nrows\n\n00:03.000 --> 00:04.000\n<00:03.200>se<lang en>co</lang>nd\n<ruby>a<rt>b</rt></ruby>\n\nSTYLE\nb\n`;
  expect(readSubtitles(file)).toEqual({
    cues: [
      { start: 1, end: 2, text: 'first row' },
      { start: 3, end: 4, text: 'second ab' },
    ],
    skipped: [],
  });
});

test('WebVTT without its header: skips notes', () => {
  expect(textsOf('00:01.000 --> 00:02.000\nhi\n\nNOTE no text\n\n00:03.000 --> 00:04.000\nho\n')).toEqual([
    'hi',
    'ho',
  ]);
});

describe('skips a damaged cue with its row, and keeps the cues around it', () => {
  const around = (damaged: string) => `1\n${T1}\nhi\n\n${damaged}\n\n3\n00:00:05,000 --> 00:00:06,000\nho\n`;
  test.each([
    ['a begin that is no time', '2\nlater --> 00:00:04,000\nlost', 6, 'times'],
    ['an end that is missing', '2\n00:00:03,000 -->\nlost', 6, 'times'],
    ['an arrow that is missing', '2\n00:00:03,000\nlost', 6, 'times'],
    ['letters in a time', '2\n00:00:o3,000 --> 00:00:04,000\nlost', 6, 'times'],
    ['a negative time', '2\n-00:00:03,000 --> 00:00:04,000\nlost', 6, 'times'],
    ['frames of an unknown rate', '2\n00:00:03:12 --> 00:00:04:00\nlost', 6, 'times'],
    ['times that are missing', '2\nlost', 5, 'times'],
    ['an end before the begin', '2\n00:00:04,000 --> 00:00:03,000\nlost', 6, 'reversed'],
    ['no length', '2\n00:00:03,000 --> 00:00:03,000\nlost', 6, 'instant'],
    ['a begin after the video', '2\n01:00:03,000 --> 01:00:04,000\nlost', 6, 'late'],
  ])('%s', (_name, damaged, row, why) => {
    const { cues, skipped } = readSubtitles(around(damaged), 3_600);
    expect(cues.map(({ text }) => text)).toEqual(['hi', 'ho']);
    expect(skipped).toMatchObject([{ row, why }]);
  });
  test('a file that was cut off loses its last cue only', () => {
    expect(readSubtitles(`1\n${T1}\nhi\n\n2\n00:00:0`)).toEqual({
      cues: [{ start: 1, end: 2, text: 'hi' }],
      skipped: [{ row: 6, why: 'times', written: '00:00:0' }],
    });
  });
  test('a cue that ends after the video ends with it', () => {
    expect(readSubtitles(`1\n${T1}\nhi\n`, 1.5).cues).toEqual([{ start: 1, end: 1.5, text: 'hi' }]);
  });
});

describe('shows each phrase of rolling captions once', () => {
  const file = (...cues: [from: string, to: string, ...rows: string[]][]) =>
    cues
      .map(([from, to, ...rows], at) => `${at + 1}\n00:00:0${from} --> 00:00:0${to}\n${rows.join('\n')}\n`)
      .join('\n');
  test('as a converter writes them to SRT', () => {
    const rolled = file(
      ['0,160', '2,389', 'so today we'],
      ['2,389', '2,399', 'so today we'],
      ['2,399', '4,550', 'so today we', 'are going live'],
      ['4,550', '4,560', 'are going live'],
      ['4,560', '6,000', 'are going live', 'once more'],
    );
    expect(readSubtitles(rolled).cues).toEqual([
      { start: 0.16, end: 2.399, text: 'so today we' },
      { start: 2.399, end: 4.56, text: 'are going live' },
      { start: 4.56, end: 6, text: 'once more' },
    ]);
  });
  test('when two rows roll and none blinks', () => {
    expect(textsOf(file(['1', '2', 'a b'], ['2', '3', 'a b', 'c d'], ['3', '4', 'c d', 'e f']))).toEqual([
      'a b',
      'c d',
      'e f',
    ]);
  });
  test('when cues overlap', () => {
    expect(textsOf(file(['1', '4', 'a b'], ['2', '6', 'a b', 'c d'], ['4', '8', 'c d', 'e f']))).toEqual([
      'a b',
      'c d',
      'e f',
    ]);
  });
  test('when a phrase grows word by word', () => {
    expect(
      readSubtitles(
        file(['1', '2', 'so'], ['2', '3', 'so today'], ['3', '4', 'so today we'], ['4', '5', 'are live']),
      ).cues,
    ).toEqual([
      { start: 1, end: 4, text: 'so today we' },
      { start: 4, end: 5, text: 'are live' },
    ]);
  });
  test('except a phrase that people say twice', () => {
    expect(textsOf(file(['1', '2', 'No.'], ['2', '3', 'No.'], ['3', '4', 'No.', 'Never.']))).toEqual([
      'No.',
      'Never.',
    ]);
    expect(textsOf(file(['1', '2', 'No.'], ['2', '3', 'No.'], ['5', '6', 'Why?']))).toEqual([
      'No.',
      'No.',
      'Why?',
    ]);
  });
});
