import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { after, DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { newId } from '#server/infra/id.ts';
import type { Database } from '#server/infra/transaction.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { snapshotDaysJob } from './snapshot-days.job.ts';
import { insertSnapshots } from './store-counts.ts';

let t: TestDatabase;
let owner: Database;
let closeOwner: () => Promise<void>;
beforeAll(async () => {
  t = await testDatabase();
  const opened = createDatabase(t.ownerUrl, { max: 1 });
  owner = opened.db;
  closeOwner = opened.close;
  await sql`set session_replication_role = replica`.execute(owner);
});
afterAll(async () => {
  await closeOwner();
  await t.close();
});

const today = new Date('2026-03-02T09:00:00Z');

/** Stores a tracked clip whose people don't exist. */
async function clip(state: 'polling' | 'finished'): Promise<string> {
  const id = newId();
  const key = {
    listing_id: id,
    clipper_id: id as AccountId,
    connection_id: id,
    platform: 'tiktok' as const,
    post_id: id,
  };
  const submitted = {
    listing_version: 1,
    url: 'u',
    reported_views: 0n,
    submitted_at: today,
    decide_by: today,
  };
  await owner
    .insertInto('submissions')
    .values({ ...key, ...submitted, id, posted_at: today })
    .execute();
  await owner
    .insertInto('clip_tracking')
    .values({
      ...key,
      submission_id: id,
      posted_at: today,
      state,
      next_poll_at: state === 'polling' ? today : null,
    })
    .execute();
  return id;
}

const store = (id: string, at: Date, views: number) =>
  owner.transaction().execute(async (tx) => {
    const count = { id, views, likes: null, comments: null, shares: null, source: 's', countingRule: 'r' };
    await insertSnapshots(tx, [count], at);
  });

const partsOf = async (id: string) => {
  const { rows } = await sql<{ part: string; views: bigint }>`
    select tableoid::regclass::text as part, views from view_snapshots where submission_id = ${id} order by fetched_at`.execute(
    t.db,
  );
  return rows.map(({ part, views }) => `${part.replace('view_snapshots_', '')} ${views}`);
};

it('creates partitions for today and the coming days once in several processes, and moves earlier rows into them', async () => {
  const id = await clip('polling');
  await store(id, after(today, -HOUR), 1);
  expect(await partsOf(id)).toEqual(['default 1']);
  const jobs = [1, 2, 3].map(() => snapshotDaysJob({ db: t.db, keepDays: 90 }));
  await Promise.all(jobs.map((job) => job.run(today)));
  expect(await jobs[0]!.nextDueAt!()).toEqual(new Date('2026-03-03T00:00:00Z'));
  await store(id, after(today, 2 * DAY), 2);
  // A count dated far in the future is stored too.
  await store(id, after(today, 9 * DAY), 3);
  expect(await partsOf(id)).toEqual(['20260302 1', '20260304 2', 'default 3']);
  await store(id, after(today, 2 * DAY), 99);
  expect(await partsOf(id)).toHaveLength(3);
});

it('keeps after 90 days only counts that money was computed from, and one per day of clips that are still counted', async () => {
  const [counted, over] = [await clip('polling'), await clip('finished')];
  const late = after(today, 200 * DAY);
  const job = snapshotDaysJob({ db: t.db, keepDays: 90 });
  await job.run(late);
  for (const id of [counted, over]) {
    for (const [days, views] of [
      [0, 10],
      [1, 20],
    ] as const) {
      await store(id, after(late, days * DAY), views);
      await store(id, after(late, days * DAY + 20 * MINUTE), views + 1);
      await store(id, after(late, days * DAY + 40 * MINUTE), views + 2);
    }
  }
  const paid = { submission_id: over, entry_id: newId(), listing_id: over, clipper_id: over as AccountId };
  const moment = { counted_at: after(late, 20 * MINUTE), accrued_at: late, release_due_at: late };
  const amounts = {
    views_from: 0n,
    views_to: 11n,
    rate_micros_per_view: 10n,
    amount_micros: 110n,
    counted_views: 11n,
  };
  await owner
    .insertInto('accruals')
    .values({ ...paid, ...moment, ...amounts })
    .execute();
  // Except on a live system, partitions of the 30 days before the newest count are not dropped. This later
  // count of another clip lets the job drop those of the two clips.
  await store(await clip('finished'), after(late, 96 * DAY), 1);
  await job.run(after(late, 60 * DAY));
  expect(await partsOf(over)).toHaveLength(6);
  await job.run(after(late, 95 * DAY));
  expect(await partsOf(counted)).toEqual(['default 12', 'default 22']);
  expect(await partsOf(over)).toEqual(['default 11']);
  await owner
    .updateTable('clip_tracking')
    .set({ state: 'finished', next_poll_at: null })
    .where('submission_id', '=', counted)
    .execute();
  await job.run(after(late, 96 * DAY));
  expect(await partsOf(counted)).toEqual([]);
});

it('keeps all counts of a clip while a decision on it is open, and two weeks longer', async () => {
  const [held, rejected, other] = [await clip('finished'), await clip('finished'), await clip('finished')];
  const late = after(today, 500 * DAY);
  const job = snapshotDaysJob({ db: t.db, keepDays: 30 });
  await job.run(late);
  for (const id of [held, rejected, other]) {
    await store(id, late, 10);
    await store(id, after(late, MINUTE), 11);
  }
  const decidedOn = after(late, 60 * DAY);
  const opened = { opened_at: late, decide_by: late, from_views: 0n, score: 70, reason: 'A step.' };
  await owner
    .insertInto('fraud_holds')
    .values({ id: newId(), submission_id: held, state: 'escalated', ...opened })
    .execute();
  await owner
    .updateTable('submissions')
    .set({ status: 'rejected', reject_reason: 'wrong_content', decided_at: decidedOn })
    .where('id', '=', rejected)
    .execute();
  const passes = async (days: number) => {
    await store(await clip('finished'), after(late, days * DAY), 1);
    await job.run(after(late, days * DAY));
    return [await partsOf(held), await partsOf(rejected), await partsOf(other)];
  };
  const kept = ['default 10', 'default 11'];
  expect(await passes(61)).toEqual([kept, kept, []]);
  await owner
    .updateTable('fraud_holds')
    .set({ state: 'upheld', decided_at: after(decidedOn, DAY) })
    .where('submission_id', '=', held)
    .execute();
  expect(await passes(74)).toEqual([kept, kept, []]);
  expect(await passes(75)).toEqual([kept, [], []]);
  expect(await passes(76)).toEqual([[], [], []]);
});

it('refuses to delete a count of the last thirty days, whatever date the product passes', async () => {
  const end = async (before: string) =>
    (await sql<{ ended: number }>`select expire_snapshot_days(${before}::date) as ended`.execute(t.db)).rows;
  await expect(end('9999-01-01')).rejects.toThrow(/the counts of the last 30 days stay/);
  await expect(sql`select end_snapshot_days('9999-01-01')`.execute(t.db)).rejects.toThrow(
    /permission denied/,
  );

  // On a live system a count dated in the future does not make today's counts deletable.
  await owner.insertInto('installation').values({ mode: 'live', recorded_at: today }).execute();
  const id = await clip('finished');
  const now = new Date();
  await store(id, after(now, -29 * DAY), 29);
  await store(id, after(now, 400 * DAY), 400);
  await expect(
    end(
      after(now, -29 * DAY)
        .toISOString()
        .slice(0, 10),
    ),
  ).rejects.toThrow(/stay/);
  await snapshotDaysJob({ db: t.db, keepDays: 1 }).run(now);
  const { rows } = await sql<{ views: bigint }>`
    select views from view_snapshots where submission_id = ${id} order by fetched_at`.execute(t.db);
  expect(rows.map(({ views }) => views)).toEqual([29n, 400n]);
});

it("gives the product's role access to snapshots only through their table, without update or delete", async () => {
  await expect(sql`select from view_snapshots_default`.execute(t.db)).rejects.toThrow(/permission denied/);
  await expect(sql`select from view_snapshots_20260302`.execute(t.db)).rejects.toThrow(
    /permission denied|not exist/,
  );
  await expect(sql`update view_snapshots set views = 0`.execute(t.db)).rejects.toThrow(/permission denied/);
  await expect(sql`delete from view_snapshots`.execute(t.db)).rejects.toThrow(/permission denied/);
  await expect(sql`drop table view_snapshots_default`.execute(t.db)).rejects.toThrow(/must be owner/);
});
