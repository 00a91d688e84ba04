import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test('a path of this site is kept with its query', () => {
  expect(ownPath('/listings/1?tab=rules')).toBe('/listings/1?tab=rules');
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'listings',
  '',
  null,
])('%j leads nowhere', (given) => expect(ownPath(given)).toBeNull());
