import { expect, test } from 'vitest';
import { readNext } from './next.ts';

const of = (next: string) => readNext({ state: null, search: `?next=${encodeURIComponent(next)}` });

test('a path of this site is kept with its query', () => {
  expect(of('/host/budget?tab=1')).toBe('/host/budget?tab=1');
  expect(readNext({ state: { next: '/clipper/submit' }, search: '' })).toBe('/clipper/submit');
});

test('nothing leads away from this site', () => {
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])
    expect(of(next)).toBeNull();
});
