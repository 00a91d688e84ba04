import { expect, test } from 'vitest';
import { isFiltered } from '#contract/listings/explore-filters.ts';
import { readChoices, writeChoices } from './explore-choices.ts';

const read = (text: string) => readChoices(new URLSearchParams(text));

test('filters are read back from the address that they wrote', () => {
  const filters = {
    search: 'night run',
    platform: 'youtube',
    minRateCents: 150,
    minFreeDollars: 500,
    language: 'Spanish',
    sort: 'review',
  } as const;
  expect(read(writeChoices(filters).toString())).toEqual(filters);
});

test('the page without filters has an empty address', () => {
  expect(writeChoices(read('')).toString()).toBe('');
});

test.each([
  'platform=myspace',
  'minRateCents=-3',
  'minRateCents=abc',
  'minRateCents=99999',
  'minFreeDollars=0.5',
  'language=Klingon',
  'sort=luck',
])('an address with %s is read as if it were absent', (text) => {
  expect(isFiltered(read(text))).toBe(false);
  expect(read(text).sort).toBe('newest');
});
