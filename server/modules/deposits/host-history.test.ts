import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { after, DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, fund, type TestListing, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { plansOf } from '#server/testing/plan.ts';
import { hostTransactions } from './host-history.ts';

const t = await testDatabase();
const { db } = t;
const start = new Date('2026-03-02T08:30:00Z');
const clock = new MovableClock({ frozenAt: start });
const api = await testApi(db, clock, testModules(db, clock, ['deposits', 'earnings']));
afterAll(async () => {
  await api.close();
  await t.close();
});

interface Row {
  id: string;
  date: string;
  type: string;
  amountMicros: string;
  spentMicros: string;
  balanceMicros: string;
  listingId: string | null;
}

let host: Actor;
let listing: TestListing;
let other: TestListing;

/** Reads all pages of the history. */
async function history(query = ''): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor = '';
  do {
    const { status, body } = await api.send('GET', `/api/host/transactions?${query}${cursor}`, { as: host });
    expect(status).toBe(200);
    rows.push(...body.rows);
    cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : '';
  } while (cursor);
  return rows;
}

async function settleAt(now: Date): Promise<void> {
  for (const { id: listingId } of [listing, other])
    while ((await settle(db, now, { listingId })).listingIds.length > 0);
}

beforeAll(async () => {
  host = await testPerson(db, 'host');
  listing = await testListing(db, start, { hostId: host.accountId });
  other = await testListing(db, after(start, HOUR), {
    hostId: host.accountId,
    allocation: 'reserved',
    maxPayoutMicros: 20_000_000n as never,
  });
  const clipper = await testPerson(db, 'clipper');
  const clip = (listingId: string, views: number) =>
    testClip(db, { listingId, clipperId: clipper.accountId, approvedAt: after(start, HOUR), views });
  const falls = await clip(listing.id, 3_000);
  await clip(listing.id, 2_000);
  await clip(other.id, 1_000);
  await settleAt(after(start, 2 * HOUR));
  await count(db, falls, 2_500, after(start, 3 * HOUR));
  await settleAt(after(start, 3 * HOUR));
  await count(db, falls, 4_000, after(start, DAY));
  await settleAt(after(start, DAY));
  await fund(db, listing, 5_000_000n as never, after(start, DAY));
  clock.advance(2 * DAY);
});

describe('GET /api/host/transactions', () => {
  test('lists what the clips of each listing cost and gave back per day, whatever account paid them', async () => {
    const rows = (await history()).filter(({ spentMicros }) => spentMicros !== '0');
    expect(
      rows.map(({ date, type, listingId, spentMicros }) => [
        date.slice(0, 10),
        type,
        listingId,
        Number(spentMicros),
      ]),
    ).toEqual([
      ['2026-03-03', 'Spent on clips', listing.id, 3_000_000],
      ...[
        ['2026-03-02', 'Returned by clips', listing.id, -1_000_000],
        ['2026-03-02', 'Spent on clips', listing.id, 10_000_000],
        ['2026-03-02', 'Spent on clips', other.id, 2_000_000],
      ].sort((a, b) => (a[2]! < b[2]! ? 1 : a[2]! > b[2]! ? -1 : a[1]! < b[1]! ? -1 : 1)),
    ]);
    const overview = await api.send('GET', '/api/host/overview', { as: host });
    const spent = rows.reduce((sum, row) => sum + BigInt(row.spentMicros), 0n);
    expect(String(spent)).toBe(overview.body.spentMicros);
  });

  test('states the balance after each row, which spending does not change, in either order', async () => {
    for (const sort of ['date', '-date']) {
      const rows = await history(`sort=${sort}`);
      const inTime = sort === 'date' ? rows : rows.toReversed();
      let balance = 0n;
      for (const row of inTime) {
        balance += BigInt(row.amountMicros);
        expect([row.id, row.balanceMicros]).toEqual([row.id, String(balance)]);
      }
      const overview = await api.send('GET', '/api/host/overview', { as: host });
      expect(String(balance)).toBe(overview.body.balanceMicros);
    }
  });

  test('filters by type, listing and days, and keeps the balances', async () => {
    const all = await history();
    const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);
    for (const type of ['Spent on clips', 'Returned by clips', 'Listing topped up']) {
      expect(await history(`type=${encodeURIComponent(type)}`)).toEqual(
        all.filter((row) => row.type === type),
      );
    }
    expect(ids(await history(`listing=${other.id}`))).toEqual(
      ids(all.filter(({ listingId }) => listingId === other.id)),
    );
    expect(await history('from=2026-03-03&to=2026-03-03')).toEqual(
      all.filter(({ date }) => date.startsWith('2026-03-03')),
    );
  });

  test('the CSV file contains spending and balances', async () => {
    const { bytes } = await api.send('GET', '/api/host/transactions.csv', { as: host });
    const lines = bytes.toString();
    expect(lines).toContain('Spent (USD),Balance (USD)');
    expect(lines).toContain('Spent on clips,Night run,Completed,3.00,');
  });

  test('pages through more days than a page has rows, each once', async () => {
    const busy = await testPerson(db, 'host');
    const { id: listingId } = await testListing(db, start, { hostId: busy.accountId });
    const clipper = await testPerson(db, 'clipper');
    const id = await testClip(db, { listingId, clipperId: clipper.accountId, approvedAt: start, views: 0 });
    for (let day = 0; day < 60; day++) {
      const now = after(start, day * DAY);
      await count(db, id, 100 * (day + 1), now);
      await settle(db, now, { listingId });
    }
    clock.advance(60 * DAY);
    const former = host;
    host = busy;
    const rows = await history();
    host = former;
    expect(rows.filter(({ type }) => type === 'Spent on clips')).toHaveLength(60);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    expect(rows.map(({ date }) => date)).toEqual(
      rows
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    );
  });

  test('reads spending by indexes of the ledger', async () => {
    const plans = await plansOf(db, (own) => hostTransactions(own, host.accountId, {}, clock.now()));
    expect(plans.join('\n')).toContain('ledger_transfers_debit');
    expect(plans.join('\n')).not.toContain('Seq Scan on ledger_transfers');
  });
});
