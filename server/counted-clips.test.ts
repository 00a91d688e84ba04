import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '#server/infra/transaction.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { settleCounted } from './modules/earnings/settle-counted.ts';
import { writeEvent } from './modules/events/events.ts';
import { finishJob } from './modules/tracking/tracking.ts';
import { seedCountedClips } from './testing/counted-clips.ts';
import { seedListings } from './testing/feed.ts';
import { explained } from './testing/plan.ts';

const now = new Date('2026-03-02T10:00:00Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await seedListings(database.owner, { count: 6_000, hosts: 100, newestAt: now });
  await seedCountedClips(database.owner, 20_000, now);
  await sql`insert into clip_counted_stretches
    (submission_id, from_views, to_views, from_counted, to_counted, from_at, to_at, read_at)
    select submission_id, 0, 100, 0, 50, posted_at, posted_at + interval '1 day', ${now}::timestamptz - interval '30 days'
    from clip_tracking`.execute(database.owner);
  await sql`analyze clip_counted_stretches`.execute(database.owner);
});
afterAll(() => database.close());

test('finished clips are found by indexes that exclude most counted ones', async () => {
  const [plan] = await explained(database.db, (db) => finishJob(db).run(now));
  for (const index of ['clip_tracking_unfinished', 'clip_tracking_final']) expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan on clip_tracking');
  expect(plan).not.toContain('Seq Scan on submissions');
});

test('recently counted or approved clips are found without reading all counted ones', async () => {
  const [plan] = await explained(database.db, (db) => settleCounted(db, now, now).then(() => undefined));
  for (const index of ['clip_tracking_counted', 'clip_counted_stretches_read', 'submissions_approved_at'])
    expect(plan).toContain(index);
  // `settlement_failures` may be scanned: it has only listings whose settlement fails, usually none.
  expect(plan).not.toMatch(/Seq Scan on (?!settlement_failures)/);
});

test('the receivers of an event of a few clips are found without reading all listings', async () => {
  const clipIds = ['019b76da-a800-7004-8000-000000000000'];
  const plans = await explained(database.db, (db) =>
    transact(db, (tx) => writeEvent(tx, 'clip.counted', { clipIds })),
  );
  expect(plans.join()).toContain('listings_pkey');
  expect(plans.join()).not.toContain('Seq Scan on listings');
});
