import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { micros } from '#contract/money.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { testDatabase } from '#server/testing/database.ts';
import * as ledger from './ledger.ts';

const t = await testDatabase();
afterAll(() => t.close());

const at = new Date('2026-01-05T12:00:00Z');
const deposit = (hostId: AccountId, amount: bigint, key = `deposit:${newId()}`): ledger.Entry => ({
  key,
  kind: 'deposit.confirmed',
  occurredAt: at,
  transfers: [
    {
      debit: ledger.clearing('test'),
      credit: ledger.host(hostId),
      amountMicros: micros(amount),
      subjectId: hostId,
    },
  ],
});
const fund = (hostId: AccountId, listingId: string, amount: bigint, key = newId()): ledger.Entry => ({
  key,
  kind: 'listing.posted',
  occurredAt: at,
  transfers: [
    {
      debit: ledger.host(hostId),
      credit: ledger.listing(listingId),
      amountMicros: micros(amount),
      subjectId: listingId,
    },
  ],
});
const post = (entry: ledger.Entry) => transact(t.db, (tx) => ledger.post(tx, entry));

async function fundedHost(amount: bigint): Promise<AccountId> {
  const hostId = newId<AccountId>();
  await post(deposit(hostId, amount));
  return hostId;
}

describe('posting', () => {
  test('moves the amount from one account to the other', async () => {
    const hostId = await fundedHost(500_000_000n);
    const listingId = newId();
    expect(await post(fund(hostId, listingId, 300_000_000n))).toBe('posted');
    expect(await ledger.balanceOf(t.db, ledger.host(hostId))).toBe(200_000_000n);
    expect(await ledger.balanceOf(t.db, ledger.listing(listingId))).toBe(300_000_000n);
  });

  test('the same key with the same content moves nothing a second time', async () => {
    const hostId = newId<AccountId>();
    const entry = deposit(hostId, 10_000_000n, `key:${hostId}`);
    expect(await post(entry)).toBe('posted');
    expect(await post({ ...entry, occurredAt: new Date('2027-01-01T00:00:00Z') })).toBe('replayed');
    expect(await ledger.balanceOf(t.db, ledger.host(hostId))).toBe(10_000_000n);
  });

  test('refuses the same key with other content', async () => {
    const hostId = newId<AccountId>();
    await post(deposit(hostId, 10_000_000n, `key:${hostId}`));
    expect(await post(deposit(hostId, 20_000_000n, `key:${hostId}`))).toBe('key_reused');
    expect(await ledger.balanceOf(t.db, ledger.host(hostId))).toBe(10_000_000n);
  });

  test('an account never falls below zero, and the key of a refused entry stays free', async () => {
    const hostId = await fundedHost(10_000_000n);
    const listingId = newId();
    expect(await post(fund(hostId, listingId, 10_000_001n, `key:${listingId}`))).toBe('insufficient');
    expect(await ledger.balanceOf(t.db, ledger.listing(listingId))).toBe(0n);
    expect(await post(fund(hostId, listingId, 10_000_000n, `key:${listingId}`))).toBe('posted');
    expect(await post(fund(newId<AccountId>(), listingId, 1n))).toBe('insufficient');
  });

  test('moves all transfers of an entry or none', async () => {
    const hostId = await fundedHost(10_000_000n);
    const [one, two] = [newId(), newId()];
    const entry = fund(hostId, one, 6_000_000n);
    const both = { ...entry, transfers: [...entry.transfers, ...fund(hostId, two, 6_000_000n).transfers] };
    expect(await post(both)).toBe('insufficient');
    expect(await ledger.balanceOf(t.db, ledger.listing(one))).toBe(0n);
    expect(await ledger.balanceOf(t.db, ledger.host(hostId))).toBe(10_000_000n);
  });

  test('a refused transfer leaves no trace, whichever of its accounts is locked first', async () => {
    const [payoutId, clipperId, listingId] = [newId(), newId<AccountId>(), newId()];
    const give = { amountMicros: micros(5n), subjectId: payoutId };
    const back: ledger.Entry = {
      key: newId(),
      kind: 'payout.failed',
      occurredAt: at,
      transfers: [
        { ...give, debit: ledger.payoutAccount(payoutId), credit: ledger.clipperAvailable(clipperId) },
      ],
    };
    const fallen: ledger.Entry = {
      ...back,
      key: newId(),
      kind: 'counter.fell',
      transfers: [{ ...give, debit: ledger.clipperPending(clipperId), credit: ledger.listing(listingId) }],
    };
    for (const entry of [back, fallen]) {
      expect(await post(entry)).toBe('insufficient');
      for (const { credit } of entry.transfers) expect(await ledger.balanceOf(t.db, credit)).toBe(0n);
    }
    const { rows } =
      await sql`select 1 from ledger_entries where key in (${back.key}, ${fallen.key})`.execute(t.db);
    expect(rows).toEqual([]);
  });

  test('throws for a movement that rules.ts does not allow', async () => {
    const entry = deposit(newId<AccountId>(), 5n);
    const turned = entry.transfers.map((x) => ({ ...x, debit: x.credit, credit: x.debit }));
    await expect(post({ ...entry, transfers: turned })).rejects.toThrow('does not run from host');
    await expect(post({ ...entry, transfers: [] })).rejects.toThrow('moves nothing');
    await expect(post(deposit(newId<AccountId>(), 0n))).rejects.toThrow('moves 0');
  });
});

describe('concurrency', () => {
  test('posts that together exceed a balance spend it once', async () => {
    const hostId = await fundedHost(10_000_000n);
    const results = await Promise.all(
      Array.from({ length: 12 }, () => post(fund(hostId, newId(), 3_000_000n))),
    );
    expect(results.filter((r) => r === 'posted')).toHaveLength(3);
    expect(results.filter((r) => r === 'insufficient')).toHaveLength(9);
    expect(await ledger.balanceOf(t.db, ledger.host(hostId))).toBe(1_000_000n);
  });

  test('concurrent posts with one key move money once', async () => {
    const hostId = newId<AccountId>();
    const results = await Promise.all(
      Array.from({ length: 8 }, () => post(deposit(hostId, 7n, `key:${hostId}`))),
    );
    expect(results.filter((r) => r === 'posted')).toHaveLength(1);
    expect(results.filter((r) => r === 'replayed')).toHaveLength(7);
    expect(await ledger.balanceOf(t.db, ledger.host(hostId))).toBe(7n);
  });

  test('entries that touch the same accounts in opposite order do not deadlock', async () => {
    const hosts = await Promise.all([fundedHost(100_000_000n), fundedHost(100_000_000n)]);
    const listings = [newId(), newId()];
    const crossing = (turn: number): ledger.Entry => ({
      ...fund(hosts[0]!, listings[0]!, 1n),
      key: newId(),
      transfers: (turn % 2 ? [0, 1] : [1, 0]).flatMap((i) => fund(hosts[i]!, listings[i]!, 1n).transfers),
    });
    const results = await Promise.all(Array.from({ length: 40 }, (_, turn) => post(crossing(turn))));
    expect(results.every((r) => r === 'posted')).toBe(true);
    expect(await ledger.balanceOf(t.db, ledger.listing(listings[0]!))).toBe(40n);
  });
});

describe('the application’s database role', () => {
  const forbidden = {
    'insert a transfer': sql`insert into ledger_transfers select * from ledger_transfers`,
    'update a transfer': sql`update ledger_transfers set amount_micros = 1`,
    'delete a transfer': sql`delete from ledger_transfers`,
    'truncate the transfers': sql`truncate ledger_transfers`,
    'insert an entry': sql`insert into ledger_entries (id, key, request_hash, kind, occurred_at) values (${newId()}, 'x', 'x', 'x', ${at})`,
    'delete an entry': sql`delete from ledger_entries`,
    'change a balance': sql`update ledger_accounts set balance_micros = 0`,
    'open an account': sql`insert into ledger_accounts (kind, owner_id) values ('host', ${newId()})`,
  };
  for (const [what, statement] of Object.entries(forbidden)) {
    test(`the application’s role can’t ${what}`, async () => {
      await expect(statement.execute(t.db)).rejects.toThrow('permission denied');
    });
  }

  test('the database refuses a negative balance of a person and a reused key, even from its owner', async () => {
    await expect(
      sql`insert into ledger_accounts (kind, owner_id, balance_micros) values ('host', ${newId()}, -1)`.execute(
        t.owner,
      ),
    ).rejects.toThrow('ledger_accounts_not_below_zero');
    const entry = (id: string) =>
      sql`insert into ledger_entries (id, key, request_hash, kind, occurred_at) values (${id}, 'twice', 'x', 'x', ${at})`.execute(
        t.owner,
      );
    await entry(newId());
    await expect(entry(newId())).rejects.toThrow('ledger_entries_key');
  });
});
