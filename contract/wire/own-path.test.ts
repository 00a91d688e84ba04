import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '#contract/testing/any-character.ts';
import { ownPath, withoutEndSlashes } from './own-path.ts';

test.each(['/listings/1?tab=rules', '/u/ann', '/', '/search?q=100%25%20%2F%2Fa', '/u/J%C3%B6rg'])(
  '%s, a path of this site, is kept with its query',
  (path) => expect(ownPath(path)).toBe(path),
);

test.each([
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/./\\evil.example',
  '/%09/evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '/%252fevil.example/../%252f%252fevil.example',
  '/%00',
  '/%',
  'listings',
  'javascript:alert(1)',
  '',
  null,
])('%j is refused', (given) => expect(ownPath(given)).toBeNull());

const piece = fc.constantFrom(
  ...['/', '\\', '.', '..', '%2e', '%2F', '%5c', '%09', '%0a', '%25', '\t', '\n', '\r', '\0', ' ', '@', ':'],
  ...['?', '#', 'evil.example', 'http:', 'a', '%E2%80%8B', '\u3002', '\uFF0F', '\u2028'],
);

test('every accepted path stays on this origin, also when it is parsed again, decoded, or appended to the origin', () => {
  const given = fc.array(fc.oneof(piece, fc.string({ unit: anyCharacter, maxLength: 3 })), { maxLength: 9 });
  fc.assert(
    fc.property(given, (pieces) => {
      const path = ownPath(`/${pieces.join('')}`);
      if (path === null) return;
      for (const origin of ['https://permille.example', 'http://localhost:3000']) {
        const [pathname = ''] = path.split('?');
        for (const reading of [path, decodeURIComponent(pathname), origin + path]) {
          expect(new URL(reading, origin).origin).toBe(origin);
        }
      }
      expect(ownPath(path)).toBe(path);
    }),
    { numRuns: 2000 },
  );
});

test('removes slashes at the end and keeps all others', () => {
  expect(['/a/', '/a///', '/a//b', '///', ''].map(withoutEndSlashes)).toEqual(['/a', '/a', '/a//b', '', '']);
});
