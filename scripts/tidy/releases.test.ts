import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { releasedMigrationsRule, releasesNamedRule } from './releases.ts';
import { type Rule, report } from './source.ts';

const say = (rule: Rule, tree: Record<string, string>): string =>
  report(rule(Object.entries(tree).map(([path, text]) => ({ path, text }))));

const sum = (text: string): string => createHash('sha256').update(text).digest('hex');
const tree = {
  'db/migrations/0101_a.sql': 'create table a ();\n',
  'db/migrations/0102_b.sql': 'create table b ();\n',
  'db/migrations/0103_c.sql': 'create table c ();\n',
  'db/releases/0.9.0.json': JSON.stringify({ '0101_a.sql': sum('create table a ();\n') }),
  'db/releases/0.10.0.json': JSON.stringify({ '0102_b.sql': sum('create table b ();\n') }),
  'CHANGELOG.md': '## Unreleased\n\n## 0.10.0 (2026-11-29)\n\n## 0.9.0 (2026-11-22)\n',
  'docs/releases.md': `| 0.9.0 | 2026-11-22 | \`${'a'.repeat(40)}\` | 0001 |\n`,
  'package.json': '{"version":"0.10.0"}',
};

test('accepts unchanged released migrations, also with other line endings, followed by a newer one', () => {
  expect(say(releasedMigrationsRule, tree)).toBe('');
  const windows = { ...tree, 'db/migrations/0101_a.sql': 'create table a ();\r\n' };
  expect(say(releasedMigrationsRule, windows)).toBe('');
});

test('finds a released migration that was edited, renamed or removed, in any release', () => {
  const edited = { ...tree, 'db/migrations/0102_b.sql': 'create table b (id int8);\n' };
  expect(say(releasedMigrationsRule, edited)).toBe(
    'db/migrations/0102_b.sql:1  is not what release 0.10.0 contains; restore it and write a new one',
  );
  const { 'db/migrations/0101_a.sql': first, ...others } = tree;
  const renamed = { ...others, 'db/migrations/0101_other.sql': first };
  expect(say(releasedMigrationsRule, renamed)).toBe(
    'db/migrations/0101_a.sql:1  is not what release 0.9.0 contains; restore it and write a new one\n' +
      'db/migrations/0101_other.sql:1  comes before 0102_b.sql, which is released',
  );
});

test('accepts the removal of a migration that the baseline contains', () => {
  const list = JSON.stringify({ '0001_old.sql': sum('create table old ();\n') });
  expect(say(releasedMigrationsRule, { ...tree, 'db/releases/0.8.0.json': list })).toBe('');
});

test('requires a section, a list of migrations and, for older releases, a commit', () => {
  expect(say(releasesNamedRule, tree)).toBe('');
  expect(say(releasesNamedRule, { ...tree, 'package.json': '{"version":"0.11.0"}' })).toBe(
    'db/releases/0.11.0.json:1  is missing; npm run release writes it\n' +
      'docs/releases.md:1  lacks the commit of 0.10.0',
  );
  const unsaid = { ...tree, 'CHANGELOG.md': '## Unreleased\n\n## 0.10.0 (2026-11-29)\n' };
  expect(say(releasesNamedRule, unsaid)).toBe('CHANGELOG.md:1  lacks a section 0.9.0');
  const shortened = { ...tree, 'docs/releases.md': '| 0.9.0 | 2026-11-22 | `aaaaaaa` | 0001 |\n' };
  expect(say(releasesNamedRule, shortened)).toBe('docs/releases.md:1  lacks the commit of 0.9.0');
});
