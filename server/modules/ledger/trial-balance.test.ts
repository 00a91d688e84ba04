import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { micros } from '#contract/money.ts';
import { after, MINUTE, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { clearing, host, listing, post } from './ledger.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const server = await createTestServer({
  db: t.db,
  clock,
  modules: testModules(t.db, clock, ['ledger']),
});
afterAll(async () => {
  await server.close();
  await t.close();
});

const HOSTS = 45;
const TOP_UPS = 23;
let admin: TestActor;
let rich: TestActor;
const listingId = newId();

beforeAll(async () => {
  admin = await createActor(t.db, { role: 'admin', username: 'auditor' });
  rich = await createActor(t.db, { role: 'host', username: 'rich_host' });
  const ids = [rich.accountId, ...Array.from({ length: HOSTS - 1 }, () => newId<AccountId>())];
  await transact(t.db, (tx) =>
    post(tx, {
      key: 'deposits',
      kind: 'deposit.confirmed',
      occurredAt: clock.now(),
      transfers: ids.map((id) => ({
        debit: clearing('bank'),
        credit: host(id),
        amountMicros: micros(1_000_000n),
        subjectId: id,
      })),
    }),
  );
  for (let i = 0; i < TOP_UPS; i++)
    await transact(t.db, (tx) =>
      post(tx, {
        key: `top-up ${i}`,
        kind: 'listing.topped_up',
        // Some movements have the same moment; their order must be stable nevertheless.
        occurredAt: after(clock.now(), Math.floor(i / 3) * MINUTE),
        transfers: [
          {
            debit: host(rich.accountId),
            credit: listing(listingId),
            amountMicros: micros(7n),
            subjectId: listingId,
          },
        ],
      }),
    );
});

const get = async (path: string) =>
  await server.inject({ method: 'GET', url: `/api/admin/${path}`, headers: admin.headers });

async function allOf(path: string): Promise<Record<string, string>[]> {
  const rows = [];
  for (let cursor = ''; ; ) {
    const body = (await get(`${path}${cursor}`)).json();
    rows.push(...body.rows);
    if (!body.nextCursor) return rows;
    cursor = `&cursor=${body.nextCursor}`;
  }
}

test('debits and credits of all kinds are equal, and the difference is zero', async () => {
  const reply = await get('trial-balance');
  expect(reply.json()).toEqual({
    rows: [
      {
        kind: 'clearing_bank',
        name: 'Bank',
        accounts: 1,
        debitMicros: `${HOSTS}000000`,
        creditMicros: '0',
      },
      {
        kind: 'host',
        name: 'Balances of hosts',
        accounts: HOSTS,
        debitMicros: '0',
        creditMicros: String(HOSTS * 1_000_000 - TOP_UPS * 7),
      },
      {
        kind: 'listing',
        name: 'Budget of listings',
        accounts: 1,
        debitMicros: '0',
        creditMicros: String(TOP_UPS * 7),
      },
    ],
    nextCursor: null,
    debitMicros: `${HOSTS}000000`,
    creditMicros: `${HOSTS}000000`,
    differenceMicros: '0',
  });
});

test('shows a nonzero difference between debits and credits', async () => {
  await sql`insert into ledger_accounts values ('host', ${newId()}, 3)`.execute(t.owner);
  expect((await get('trial-balance')).json().differenceMicros).toBe('3');
  await sql`delete from ledger_accounts where balance_micros = 3`.execute(t.owner);
});

test('lists each account of a kind once, empty ones on request, and the balances add up to the kind’s', async () => {
  await sql`insert into ledger_accounts values ('host', ${newId()}, 0)`.execute(t.owner);
  const rows = await allOf('ledger-accounts?kind=host');
  expect(new Set(rows.map((row) => row.ownerId)).size).toBe(HOSTS);
  expect(rows).toHaveLength(HOSTS);
  const sum = rows.reduce((total, row) => total + BigInt(row.balanceMicros!), 0n);
  expect(sum).toBe(BigInt(HOSTS * 1_000_000 - TOP_UPS * 7));
  expect(rows.find((row) => row.ownerId === rich.accountId)).toMatchObject({ owner: 'rich_host' });
  expect(await allOf('ledger-accounts?kind=host&all=true')).toHaveLength(HOSTS + 1);
  await sql`delete from ledger_accounts where balance_micros = 0`.execute(t.owner);
});

test('lists each transfer of an account once, newest first, and they add up to its balance', async () => {
  const rows = await allOf(`ledger-transfers?kind=host&owner=${rich.accountId}`);
  expect(rows).toHaveLength(TOP_UPS + 1);
  expect(new Set(rows.map((row) => row.id)).size).toBe(TOP_UPS + 1);
  const dates = rows.map((row) => row.occurredAt!);
  expect(dates).toEqual(dates.toSorted().reverse());
  expect(rows.reduce((total, row) => total + BigInt(row.changeMicros!), 0n)).toBe(
    BigInt(1_000_000 - TOP_UPS * 7),
  );
  expect(rows[0]).toMatchObject({
    kind: 'listing.topped_up',
    name: 'Listing topped up',
    otherKind: 'listing',
    otherOwnerId: listingId,
  });
});

test('exports each of the three tables as a file', async () => {
  const balance = await get('trial-balance.csv');
  expect(balance.headers['content-type']).toContain('text/csv');
  expect(balance.body).toContain(`clearing_bank,Bank,1,${HOSTS}.00,0.00`);
  expect((await get('ledger-accounts.csv?kind=host')).body.trim().split('\r\n')).toHaveLength(HOSTS + 1);
  const transfers = await get(`ledger-transfers.csv?kind=host&owner=${rich.accountId}`);
  expect(transfers.body.trim().split('\r\n')).toHaveLength(TOP_UPS + 2);
});

test('reads a page of transfers by the account’s indexes, never by a full scan', async () => {
  // For few rows a scan is cheapest, so scans are disabled unless nothing else is possible.
  const plan = await transact(t.db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
      select * from ledger_transfers where debit_owner_id = ${rich.accountId} and debit_kind = 'host'
      order by occurred_at desc, entry_id desc, line desc limit 21`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).not.toContain('Seq Scan');
});
