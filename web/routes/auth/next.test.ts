import { expect, test } from 'vitest';
import { linkedNext, readNext } from './next.ts';

const of = (next: string) => readNext({ state: null, search: `?next=${encodeURIComponent(next)}` });

test('keeps a path of this site with its query', () => {
  expect(of('/host/budget?tab=1')).toBe('/host/budget?tab=1');
  expect(readNext({ state: { next: '/clipper/submit' }, search: '' })).toBe('/clipper/submit');
});

test('refuses every address outside this site', () => {
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])
    expect(of(next)).toBeNull();
});

test('after a demo login only a link’s `next` counts, not the guard’s', () => {
  expect(linkedNext({ search: '?next=%2Fclipper%2Fsubmit' })).toBe('/clipper/submit');
  expect(linkedNext({ search: '' })).toBeNull();
  expect(linkedNext({ search: '?next=%2F%2Fevil.example' })).toBeNull();
});
