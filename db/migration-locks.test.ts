import { expect, test } from 'vitest';
import { BASELINE, BY_STATEMENT, readMigrations } from './migrations.ts';

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);

/** Returns why a migration may block the previous version for too long; empty when it does not. */
function faultsOf(text: string): string[] {
  const made = namesIn(text, /^create table (\w+)/gm);
  const isOld = (table: string | undefined) => !made.includes(table);
  const indexed = namesIn(text, /^create (?:unique )?index \w+ on (\w+)/gm).filter(isOld);
  const altered = namesIn(text, /^alter table (\w+)/gm).filter(isOld);
  if (text.startsWith(BY_STATEMENT)) return [];
  const waits = indexed.length + altered.length > 0 && !text.startsWith('set local lock_timeout = ');
  // Dropping a foreign key locks the table to which it refers, too.
  const unkeyed = namesIn(text, /^alter table (\w+)[^;]*\bdrop constraint\b[^;]*\bforeign key\b/gm);
  return [
    ...(waits ? ['It waits for a lock without an end.'] : []),
    ...(new Set(indexed).size > 1 ? ['It builds indexes on several tables in one transaction.'] : []),
    ...(new Set(unkeyed).size > 1 ? ['It replaces foreign keys of several tables in one transaction.'] : []),
  ];
}

test('a migration limits its wait for locks, and builds the indexes of one table', () => {
  const found = readMigrations()
    .filter(({ name }) => name > BASELINE.name)
    .map(({ name, sql }) => ({ name, faults: faultsOf(sql) }));
  expect(found.filter(({ faults }) => faults.length > 0)).toEqual([]);
});

test.each([
  ['create index a on users (id);', 1],
  ['alter table users add b int8;', 1],
  ["set local lock_timeout = '2s';\ncreate index a on users (id);\ncreate index b on users (name);", 0],
  [
    "set local lock_timeout = '2s';\ncreate index a on users (id);\ncreate unique index b on payouts (id);",
    1,
  ],
  ['create table notes (id int8);\ncreate index a on notes (id);', 0],
  [
    "set local lock_timeout = '2s';\n" +
      ['clips', 'payouts']
        .map(
          (table) =>
            `alter table ${table} drop constraint a, add constraint a foreign key (b) references c;\n`,
        )
        .join(''),
    1,
  ],
])('%s has %i faults', (text, count) => {
  expect(faultsOf(text)).toHaveLength(count);
});
