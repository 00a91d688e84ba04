import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { testDatabase } from '#server/testing/database.ts';
import { CHECKS } from './checks.ts';
import { clearing, clipperAvailable, host, post, reconcile } from './ledger.ts';
import { trialBalance } from './queries.ts';

const t = await testDatabase();
afterAll(() => t.close());

const at = new Date('2026-01-05T12:00:00Z');
const hostId = newId();
const listingId = newId();

beforeAll(async () => {
  await transact(t.db, (tx) =>
    post(tx, {
      key: 'deposit:1',
      kind: 'deposit.confirmed',
      occurredAt: at,
      transfers: [
        { debit: clearing('test'), credit: host(hostId), amountMicros: micros(50n), subjectId: newId() },
      ],
    }),
  );
});

/** Breaks the books as only their owner can, looks, and puts them back. */
async function brokenBy(statement: ReturnType<typeof sql>): Promise<string[]> {
  const names: string[] = [];
  await t.owner
    .transaction()
    .execute(async (tx) => {
      await statement.execute(tx);
      for (const [name, violations] of Object.entries(CHECKS)) {
        const { rows } = await sql`select * from (${violations}) v`.execute(tx);
        if (rows.length > 0) names.push(name);
      }
      throw new Error('put back');
    })
    .catch((error: Error) => expect(error.message).toBe('put back'));
  return names;
}

test('untouched books hold, and the trial balance adds up to zero', async () => {
  const reconciliation = await reconcile(t.db);
  expect(reconciliation).toMatchObject({ ok: true });
  expect(reconciliation.invariants.every(({ detail }) => detail === 'holds')).toBe(true);
  expect(await trialBalance(t.db)).toMatchObject({
    rows: [
      { kind: 'clearing_test', debitMicros: 50n, creditMicros: 0n },
      { kind: 'host', debitMicros: 0n, creditMicros: 50n },
    ],
    differenceMicros: 0n,
  });
});

test('a changed balance, a lost transfer, a made-up entry or a foreign movement is found', async () => {
  expect(await brokenBy(sql`update ledger_accounts set balance_micros = 60 where kind = 'host'`)).toEqual([
    'the sum of all balances is zero',
    'each balance is the sum of its transfers',
  ]);
  expect(await brokenBy(sql`delete from ledger_transfers`)).toEqual([
    'each balance is the sum of its transfers',
    'no key was used twice, and every entry moved something',
  ]);
  expect(
    await brokenBy(sql`insert into ledger_entries (id, key, request_hash, kind, occurred_at)
      values (${newId()}, 'made up', 'x', 'x', ${at})`),
  ).toEqual(['no key was used twice, and every entry moved something']);
  expect(await brokenBy(sql`update ledger_transfers set kind = 'listing.settled'`)).toEqual([
    'every transfer is a known movement',
  ]);
});

test('a session that does not run in UTC is found', async () => {
  expect(await brokenBy(sql`set local time zone 'America/New_York'`)).toEqual([
    'sessions of the database run in UTC',
  ]);
});

test('steps without a clip, pending money without steps, and money nobody released are found', async () => {
  const clipperId = newId();
  expect(
    await brokenBy(sql`insert into accruals (submission_id, entry_id, listing_id, clipper_id, views_from, views_to,
      rate_micros_per_view, amount_micros, counted_views, counted_at, accrued_at, release_due_at)
      values (${newId()}, ${newId()}, ${listingId}, ${clipperId}, 0, 5, 10, 50, 5, ${at}, ${at}, ${at})`),
  ).toEqual([
    'the steps of a clip follow each other up to what it was paid',
    'pending money is the pending steps',
  ]);
  const moved = (kind: string) => sql`
    with moved as (update ledger_transfers set credit_kind = ${kind}::ledger_account_kind returning *)
    update ledger_accounts set kind = ${kind}::ledger_account_kind where kind = 'host'`;
  expect(await brokenBy(moved('clipper_pending'))).toContain('pending money is the pending steps');
  expect(await brokenBy(moved(clipperAvailable(clipperId).kind))).toContain(
    'released money is available, on its way, paid out, owed, in suspense, or less than a cent of a closed account',
  );
  expect(await brokenBy(moved('clip_reserved'))).toContain('what waits in reserves is what clips reserved');
});

test('a deposit, a payout or a listing that the ledger does not know is found', async () => {
  const person = newId();
  const user = sql`insert into users (id, email, name) values (${person}, 'a@b.example', 'A')`;
  expect(
    await brokenBy(sql`with u as (${user})
      insert into deposits (id, host_id, rail, amount_micros, state, reference, created_at)
      values (${newId()}, ${person}, 'test', 10000, 'confirmed', 'x', ${at})`),
  ).toEqual(['each confirmed deposit moved its amount once']);
  expect(
    await brokenBy(sql`with u as (${user})
      insert into payouts (id, clipper_id, cause, amount_micros, destination, state, requested_at, due_at)
      values (${newId()}, ${person}, 'weekly', 10000, 'x', 'failed', ${at}, ${at})`),
  ).toEqual(['each payout started once and ended at most once']);
  expect(
    await brokenBy(sql`with u as (${user})
      insert into listings (id, host_id, state, current_version, title, rate_cents_per_mille, platforms, search_text,
        funded_micros, created_at)
      values (${listingId}, ${person}, 'active', 1, 'x', 100, '{tiktok}', 'x', 10000, ${at})`),
  ).toEqual(['paid, reserved, free and returned are what a listing was funded with']);
  expect(
    await brokenBy(sql`with u as (${user}), l as (
      insert into listings (id, host_id, state, current_version, title, rate_cents_per_mille, platforms, search_text,
        funded_micros, created_at)
      values (${listingId}, ${person}, 'settled', 1, 'x', 100, '{tiktok}', 'x', 0, ${at}))
      update ledger_accounts set kind = 'listing', owner_id = ${listingId} where kind = 'host'`),
  ).toContain('a settled listing holds nothing');
});

test('money of a closed account, wherever it stands, and suspense that no item explains are found', async () => {
  const closed = (id: string) =>
    sql`insert into users (id, email, name, closed_at) values (${id}, ${`${id}@a.example`}, 'A', ${at})`;
  expect(await brokenBy(sql`with u as (${closed(hostId)}) select 1`)).toEqual([
    'a closed account holds nothing',
  ]);
  const other = newId();
  const ofListing = sql`with u as (${closed(other)}), l as (
      insert into listings (id, host_id, state, current_version, title, rate_cents_per_mille, platforms, search_text,
        funded_micros, created_at)
      values (${listingId}, ${other}, 'removed', 1, 'x', 100, '{tiktok}', 'x', 0, ${at}))
    update ledger_accounts set kind = 'listing', owner_id = ${listingId} where kind = 'host'`;
  expect(await brokenBy(ofListing)).toContain('a closed account holds nothing');
  expect(
    await brokenBy(sql`with t as (update ledger_transfers set credit_kind = 'platform_suspense' returning *)
      update ledger_accounts set kind = 'platform_suspense' where kind = 'host'`),
  ).toEqual(
    expect.arrayContaining([
      'what is in suspense is the sum of its open items',
      'each suspense item came once, and left once as it says',
    ]),
  );
  expect(
    await brokenBy(sql`insert into suspense_items (id, cause, rail, amount_micros, reference, subject_id, arrived_at)
      values (${newId()}, 'unmatched', 'bank', 10000, 'x', ${newId()}, ${at})`),
  ).toEqual([
    'what is in suspense is the sum of its open items',
    'each suspense item came once, and left once as it says',
  ]);
});
