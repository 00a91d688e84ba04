import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isAtMost, LAST_RELEASE, RELEASE } from './release.ts';

test('the releases are those of package.json and of the changelog', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).version).toBe(RELEASE);
  const headings = readFileSync('CHANGELOG.md', 'utf8').match(/^## (Unreleased|\d+\.\d+\.\d+)/gm)!;
  const [, before] = headings.map((heading) => heading.slice('## '.length));
  // The first one is what is being made, under its number or as "Unreleased".
  expect(before).toBe(LAST_RELEASE);
});

test('releases are compared by number, not by text', () => {
  expect(isAtMost('0.2.0', '0.2.0')).toBe(true);
  expect(isAtMost('0.9.0', '0.10.0')).toBe(true);
  expect(isAtMost('0.10.0', '0.9.1')).toBe(false);
  expect(isAtMost('1.0.0', '0.99.99')).toBe(false);
});
