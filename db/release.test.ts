import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isAtMost, LAST_RELEASE, RELEASE } from './release.ts';

test('the release constants match package.json and docs/releases.md', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).version).toBe(RELEASE);
  // The commit after a release names the release's commit. Until then the newest named release is still the
  // previous one.
  const newest = /^\| (\d+\.\d+\.\d+) \|/m.exec(readFileSync('docs/releases.md', 'utf8'))![1];
  expect(newest).toBe(LAST_RELEASE);
});

test('releases are compared by number, not by text', () => {
  expect(isAtMost('0.2.0', '0.2.0')).toBe(true);
  expect(isAtMost('0.9.0', '0.10.0')).toBe(true);
  expect(isAtMost('0.10.0', '0.9.1')).toBe(false);
  expect(isAtMost('1.0.0', '0.99.99')).toBe(false);
});
