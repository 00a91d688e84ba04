import { expect, test } from 'vitest';
import { BASELINE, readMigrations } from './migrations.ts';
import { isAtMost, LAST_RELEASE } from './release.ts';

/** Statements that remove something the previous release uses, or that restrict its writes. */
const contracting: [RegExp, string][] = [
  [/\bdrop (table|column|function|type|view|trigger)\b/i, 'drops what a release may use'],
  [/\brename (to|column|constraint|value)\b/i, 'renames'],
  [/\balter column \w+ (set data )?type\b/i, "changes a column's type"],
  [/\balter column \w+ set not null\b/i, 'wants a value that a release may not write'],
  [/\brevoke\b[^;]*\bfrom permille_app\b/i, 'revokes a right that a release may use'],
  [
    /\badd column (if not exists )?\w+ (?![^;,]*\bdefault\b)[^;,]*\bnot null\b/i,
    'adds a column that must be written',
  ],
];

/**
 * Finds constraints that are checked for existing rows at once. They must be added as not valid and validated
 * later, without a long lock.
 */
function provenAtOnce(text: string): string[] {
  const added = [...text.matchAll(/\badd column (?:if not exists )?(\w+)/gi)].map(([, name]) => name!);
  const constraints = [
    ...text.matchAll(/\badd constraint (\w+) ((?:check|foreign key)[^;]*?)(?=,\s*add |;)/gi),
  ];
  return constraints
    .filter(([, , rule]) => !/\bnot valid\b/i.test(rule!) && !added.some((name) => rule!.includes(name)))
    .map(([, name]) => `proves ${name} on all rows at once`);
}

/**
 * Whether a file may remove something, because "-- Unused since 0.4.0: …" says that the last published
 * release no longer uses it.
 */
function isUnused(text: string, last: string): boolean {
  const since = /^-- Unused since (\d+\.\d+\.\d+): /m.exec(text)?.[1];
  return since !== undefined && isAtMost(since, last);
}

/** Returns the statements about tables that the file did not create, because new tables have no users yet. */
function aboutOldTables(text: string): string {
  const made = [...text.matchAll(/^create table (\w+)/gm)].map(([, name]) => name!);
  const statements = text.replaceAll(/^--.*$/gm, '').split(';');
  return statements.filter((one) => !made.some((name) => new RegExp(`\\b${name}\\b`).test(one))).join(';');
}

function faultsOf(text: string, last: string): string[] {
  const old = `${aboutOldTables(text)};`;
  const found = contracting.filter(([pattern]) => pattern.test(old)).map(([, fault]) => fault);
  return [...(isUnused(text, last) ? [] : found), ...provenAtOnce(old)];
}

test('a migration lets the previous release keep working (docs/decisions/0013)', () => {
  const found = readMigrations()
    .filter(({ name }) => name > BASELINE.name)
    .map(({ name, sql }) => ({ name, faults: faultsOf(sql, LAST_RELEASE) }));
  expect(found.filter(({ faults }) => faults.length > 0)).toEqual([]);
});

test.each([
  ['alter table users drop column name;', 1],
  ['-- Unused since 0.3.0: pages read full_name.\nalter table users drop column name;', 0],
  ['-- Unused since 0.4.0: pages read full_name.\nalter table users drop column name;', 1],
  ['alter table users rename column name to full_name;', 1],
  ['alter table users alter column age type int8;', 1],
  ['alter table users alter column age set not null;', 1],
  ['revoke update on users from permille_app;', 1],
  ['alter table users add column age int8 not null;', 1],
  ['alter table users add column age int8 not null default 0;', 0],
  ['alter table users add column age int8, add constraint users_age check (age > 0);', 0],
  ['alter table users add constraint users_named check (length(name) > 0);', 1],
  ['alter table users add constraint users_named check (length(name) > 0) not valid;', 0],
  ['create table notes (id int8 not null);\nrevoke update on notes from permille_app;', 0],
])('%s has %i faults beside release 0.3.0', (text, count) => {
  expect(faultsOf(text, '0.3.0')).toHaveLength(count);
});
