import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#server/infra/transaction.ts';
import { damages } from '#server/testing/money/damages/damages.ts';
import { type RichBook, richBook } from '#server/testing/money/rich-book.ts';
import { CHECKS } from './checks.ts';
import { reconcile } from './ledger.ts';
import { invariantNames } from './reconcile.ts';

let book: RichBook;
beforeAll(async () => {
  book = await richBook();
}, 120_000);
afterAll(() => book.close());

/** Returns the broken invariants, each with a row that breaks it. */
async function named(tx: Tx): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [name, violations] of Object.entries(CHECKS)) {
    const { rows } = await sql<{ what: string }>`select what from (${violations}) v limit 1`.execute(tx);
    if (rows[0]) found.set(name, rows[0].what);
  }
  return found;
}

/** Damages the books as a superuser without triggers and foreign keys, checks them, and rolls back. */
async function damaged(by: ReturnType<typeof sql>): Promise<Map<string, string>> {
  let found = new Map<string, string>();
  await book.owner
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      const { numAffectedRows } = await by.execute(tx);
      expect(numAffectedRows, 'rows that were damaged').toBeGreaterThan(0n);
      found = await named(tx);
      throw new Error('put back');
    })
    .catch((error: Error) => {
      if (error.message !== 'put back') throw error;
    });
  return found;
}

test('books with every kind of row keep all invariants', async () => {
  expect((await reconcile(book.db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});

test.each(damages)('$what: the reconciliation names the row', async ({ by, found }) => {
  const names = await damaged(by);
  expect([...names.keys()]).toContain(found);
  expect(names.get(found)).toMatch(/\S/);
});

test('docs/ledger.md lists every damage of the drill with the invariant that finds it, and no other', () => {
  const page = readFileSync('docs/ledger.md', 'utf8');
  const part = page.slice(page.indexOf('\n### What it finds\n')).split(/\n##+ /)[1]!;
  const rows = part.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| damage'));
  expect(rows).toEqual(damages.map(({ what, found }) => `| ${what} | ${found} |`));
});

test('the drill breaks each invariant except those that the tables enforce', () => {
  const found = new Set(damages.map((damage) => damage.found));
  expect(invariantNames.filter((name) => !found.has(name))).toEqual([
    'sessions of the database run in UTC',
    'no account of a person is below zero',
    'what was paid is paid views times the rate',
  ]);
});
