import { sql } from 'kysely';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabase } from '#server/infra/db.ts';
import type { Database } from '#server/infra/transaction.ts';
import { findObjects } from '#server/modules/admin/find.ts';
import { listInbox } from '#server/modules/admin/inbox.ts';
import { listUsers } from '#server/modules/admin/list-users.ts';
import { listAudit, listListings, listSubmissions } from '#server/modules/admin/queries.ts';
import { adminDeposits } from '#server/modules/deposits/list-deposits.ts';
import { adminPayouts } from '#server/modules/payouts/queries.ts';
import { seedPanel } from './panel/seed.ts';
import { type Bench, type BenchRow, round, row } from './result.ts';

const COUNT = 100_000;
const TIMES = 40;
const TARGET_MS = 100;
const NOW = new Date('2026-11-02T12:00:00Z');

type Read = (db: Database) => Promise<unknown>;

/** Returns searches of the palette: prefixes that one or very many rows share, words, ids, references. */
async function palette(db: Database): Promise<Record<string, Read>> {
  const { rows } = await sql<{ id: string }>`select id from payouts limit 1 offset 777`.execute(db);
  const id = rows[0]!.id;
  const words = {
    'two letters that all share': 'cu',
    'a beginning that all share': 'cutter',
    'a username': 'cutter_77123',
    'an address': 'host4711@seed.example',
    'a word of one title in a hundred': 'word41x7',
    'a word of every title': 'moments',
    'a reference': 'PP-4711',
    'an id': id,
    'the end of an id': id.slice(-8),
    'what nothing has': 'zebra crossing',
  };
  return Object.fromEntries(
    Object.entries(words).map(([name, search]) => [`palette: ${name}`, (own) => findObjects(own, search)]),
  );
}

type Sort<List extends (db: Database, query: never, ...rest: never[]) => unknown> = NonNullable<
  Parameters<List>[1]['sort']
>;

/** Returns reads of the first page of each list in each order, and a search by parts of words. */
function lists(): Record<string, Read> {
  const reads: Record<string, Read> = {};
  const users: Sort<typeof listUsers>[] = ['-date', 'date', 'name', '-name'];
  for (const sort of users) reads[`users by ${sort}`] = (db) => listUsers(db, { sort });
  for (const few of [{ status: 'Banned' }, { role: 'admin' }] as const)
    for (const sort of users)
      reads[`users of ${Object.values(few)} by ${sort}`] = (db) => listUsers(db, { ...few, sort });
  reads['users: search'] = (db) => listUsers(db, { search: 'utter_7712' });
  const listings: Sort<typeof listListings>[] = ['-date', 'date', 'title', '-title', 'budget', '-budget'];
  for (const sort of listings) reads[`listings by ${sort}`] = (db) => listListings(db, { sort });
  reads['listings: search'] = (db) => listListings(db, { search: 'ments 4711' });
  const clips: Sort<typeof listSubmissions>[] = ['-date', 'date'];
  for (const sort of clips) reads[`submissions by ${sort}`] = (db) => listSubmissions(db, { sort });
  reads['submissions: to decide'] = (db) => listSubmissions(db, { waiting: 'true' });
  reads['submissions: open holds'] = (db) => listSubmissions(db, { held: 'true' });
  reads['submissions: search'] = (db) => listSubmissions(db, { search: 'utter_7712' });
  const money: Sort<typeof adminPayouts>[] = ['-date', 'date', '-amount', 'amount'];
  for (const sort of money) {
    reads[`payouts to do by ${sort}`] = (db) => adminPayouts(db, { open: true, sort });
    reads[`finished payouts by ${sort}`] = (db) => adminPayouts(db, { open: false, sort });
    reads[`deposits by ${sort}`] = (db) => adminDeposits(db, { waiting: false, sort }, NOW);
  }
  reads['finished payouts: search'] = (db) => adminPayouts(db, { open: false, search: 'P-4711' });
  reads['deposits to decide'] = (db) => adminDeposits(db, { waiting: true }, NOW);
  reads['audit log by -date'] = (db) => listAudit(db, {});
  reads['audit log by date'] = (db) => listAudit(db, { sort: 'date' });
  reads.inbox = (db) => listInbox(db, { now: NOW, paysByHand: false });
  return reads;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

async function timesOf(db: Database, read: Read): Promise<number[]> {
  const times: number[] = [];
  for (let n = -3; n < TIMES; n++) {
    const began = performance.now();
    await read(db);
    // The first rounds are warm-up and not counted.
    if (n >= 0) times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b);
}

async function measure(db: Database): Promise<BenchRow[]> {
  const plain = await timesOf(db, (own) => sql`select * from users order by id desc limit 21`.execute(own));
  const rows: BenchRow[] = [];
  for (const [name, read] of Object.entries({ ...(await palette(db)), ...lists() })) {
    const times = await timesOf(db, read);
    for (const [label, share] of [['p50', 0.5] as const, ['p99', 0.99] as const])
      rows.push(
        row({
          name: `${name}, ${label}`,
          value: round(at(times, share)),
          unit: 'ms',
          baseline: round(at(plain, share)),
          target: label === 'p99' ? TARGET_MS : null,
          lowerIsBetter: true,
        }),
      );
  }
  return rows;
}

/**
 * Measures an admin's most frequent reads, over many people, listings, clips and payouts. The baseline reads
 * a page by its primary key.
 */
export const bench: Bench = async () => {
  const cluster = await startEmbedded({});
  try {
    const { appUrl } = await migrate({ ownerUrl: cluster.ownerUrl, appPassword: cluster.appPassword });
    const owner = createDatabase(cluster.ownerUrl, { max: 1 });
    await seedPanel(owner.db, COUNT);
    await owner.close();
    const own = createDatabase(appUrl);
    const rows = await measure(own.db);
    await own.close();
    return { rows, total: { 'of each': COUNT, times: TIMES } };
  } finally {
    await cluster.stop();
  }
};
