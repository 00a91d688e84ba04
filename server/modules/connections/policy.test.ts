import { expect, test } from 'vitest';
import { isOwnPath } from './policy.ts';

test.each(['/', '/clipper/settings', '/host?tab=1#here', '/a//b'])('%s is a way back', (path) => {
  expect(isOwnPath(path)).toBe(true);
});

test.each([
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/.//elsewhere.example',
  '/a/..//elsewhere.example',
  '/%2e//x',
  'https://x',
])('%s could lead elsewhere', (path) => {
  expect(isOwnPath(path)).toBe(false);
});
