import { expect, test } from 'vitest';
import { distributedSqlRule } from './distributed-sql.ts';
import { report } from './source.ts';

test('finds SQL that distributed PostgreSQL refuses, in the schema and in code', () => {
  const text = [
    'create table submissions (\n  gift_id uuid,\n  constraint g FOREIGN KEY (gift_id) REFERENCES gifts(id)\n);',
    'create table gifts (\n  xid xid8 not null,\n  constraint gifts_apart EXCLUDE USING gist (at WITH &&)\n);',
    'CREATE TRIGGER gifts_insert AFTER INSERT ON gifts REFERENCING NEW TABLE AS new_rows;',
  ].join('\n');
  const code = 'await sql`select pg_advisory_xact_lock(1)`; await sql`select 1 for update skip locked`;';
  const tree = { 'db/schema.sql': text, 'server/modules/gifts/give.ts': code };
  const found = report(distributedSqlRule(Object.entries(tree).map(([path, text]) => ({ path, text }))));
  for (const use of [
    'exclusion constraints in gifts_apart',
    'triggers in gifts',
    'ids of transactions as data in gifts',
  ])
    expect(found).toMatch(use);
  expect(found).toMatch('db/schema.sql:3  do without foreign key in submissions>gifts');
  expect(found).toMatch('advisory locks in server/modules/gifts/give.ts');
  expect(found).toMatch('SKIP LOCKED in server/modules/gifts/give.ts');
  expect(found).toMatch('server/infra/listen.ts is no exception any more');
});
