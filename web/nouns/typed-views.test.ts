import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { viewReadings } from './typed-views.ts';
import { parseViews } from './view-count.ts';

const rows: [text: string, views: number | null][] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../contract/testing/pasted/view-counts.json'), 'utf8'),
);

test.each(rows)('people who type %j mean %j', (text, views) => expect(parseViews(text)).toBe(views));

describe('reads a count as apps show it', () => {
  test.each<[string, number]>([
    ['0', 0],
    ['12,4K', 12_400],
    ['12.4 K', 12_400],
    ['12.4k views', 12_400],
    ['Views: 12.4K', 12_400],
    ['▶ 12.4K', 12_400],
    ['100K+', 100_000],
    ['3,5M', 3_500_000],
    ['1.2B', 1_200_000_000],
    ['12.400 Aufrufe', 12_400],
    ['1,2 Mio. Aufrufe', 1_200_000],
    ['12\u202f400 vues', 12_400],
    ['12 k vues', 12_000],
    ['12’400', 12_400],
    ['1.234.567', 1_234_567],
    ['1 234 567 просмотров', 1_234_567],
    ['3,4 тыс. просмотра', 3_400],
    ['1,2 mi de visualizações', 1_200_000],
    ['12 rb x ditonton', 12_000],
    ['12,4 N lượt xem', 12_400],
    ['1.2万 回視聴', 12_000],
    ['1.2万回視聴', 12_000],
    ['1.2w', 12_000],
    ['조회수 1.2만회', 12_000],
    ['1.2 หมื่นครั้ง', 12_000],
    ['12,4 bin görüntüleme', 12_400],
    ['21 de mii', 21_000],
    ['1.2 lakh', 120_000],
    ['१२,४००', 12_400],
    ['१.२ लाख बार देखा गया', 120_000],
    ['١٢٬٤٠٠', 12_400],
    ['١٢٫٤ ألف مشاهدة', 12_400],
    ['１２，４００', 12_400],
    ['1,234.5K', 1_234_500],
    ['12,400.00', 12_400],
    ['\u200f12,400\u200e', 12_400],
  ])('%s → %i', (text, views) => expect(parseViews(text)).toBe(views));
});

describe('a count that languages read differently has each of its meanings', () => {
  test.each([
    ['1,234K', [1_234, 1_234_000]],
    ['12,4 mil', [12_400, 12_400_000]],
    ['1,2 B', [1_200, 1_200_000_000]],
  ])('%s → %j', (text, readings) => {
    expect(viewReadings(text)).toEqual(readings);
    expect(parseViews(text)).toBeNull();
  });
});

describe('refuses a text that is not a count', () => {
  test.each([
    ...[
      '',
      ' ',
      'K',
      '3.5',
      '12,4',
      '12.40',
      '1.2345K',
      '0.0001K',
      '0,500',
      '-5',
      '−5',
      '- 5',
      '12%',
      '$12',
      '12 €',
    ],
    ...[
      '12 likes',
      '12.4K views 300 likes',
      '12-13',
      '1e5',
      '12 of 30',
      '1,2,3',
      '1234,567',
      '12,,400',
      '1.234,5',
    ],
    ...['.5K', ',5M', 'K12', '12,345¹', '12³', '②', '½K'],
    ...['99999999999', '12B', 'twelve', '12 тыс. тыс.', '1'.repeat(61), 'https://youtu.be/12'],
  ])('%s', (text) => expect(viewReadings(text)).toEqual([]));
});

const languages =
  'ar bg bn ca cs da de de-CH el en en-IN es et fa fi fr gu he hi hr hu id it ja kn ko lt lv ml mr ms nb nl pa pl pt pt-PT ro ru sk sl sr sv sw ta te th uk ur vi zh zh-TW'.split(
    ' ',
  );

test('a count shortened as in any language is read correctly, returned as ambiguous or refused, never misread', () => {
  const count = fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 0, max: 5 }));
  const style = fc.constantFrom('short' as const, 'long' as const);
  fc.assert(
    fc.property(fc.constantFrom(...languages), count, style, (language, [digits, power], compactDisplay) => {
      const format = new Intl.NumberFormat(language, {
        ...{ notation: 'compact', compactDisplay, maximumFractionDigits: 1 },
      });
      const views = digits * 10 ** power;
      const text = format.format(views);
      // "Mille" is a word without digits, so it does not count as a number.
      fc.pre(/\p{Nd}/u.test(text));
      // Rounding has removed digits, so the rounded forms are compared.
      const shown = viewReadings(text).map((reading) => format.format(reading));
      if (shown.length > 0) expect([language, shown]).toEqual([language, expect.arrayContaining([text])]);
    }),
    { numRuns: 3_000 },
  );
});

test('reads every count of at least a thousand in the languages most people post in', () => {
  const most = fc.constantFrom(
    'en',
    'de',
    'fr',
    'it',
    'nl',
    'pl',
    'ru',
    'uk',
    'ja',
    'ko',
    'zh',
    'hi',
    'id',
    'sv',
  );
  fc.assert(
    fc.property(most, fc.integer({ min: 1_000, max: 9_990 }), fc.nat(3), (language, digits, power) => {
      const format = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
      const text = format.format(digits * 10 ** power);
      expect([text, viewReadings(text).map((reading) => format.format(reading))]).toEqual([text, [text]]);
    }),
  );
});

test('reads every count in the digit groups of every language', () => {
  fc.assert(
    fc.property(fc.constantFrom(...languages), fc.nat(999_999_999), (language, views) => {
      const text = new Intl.NumberFormat(language).format(views);
      expect([text, viewReadings(text)]).toEqual([text, [views]]);
    }),
    { numRuns: 2_000 },
  );
});
