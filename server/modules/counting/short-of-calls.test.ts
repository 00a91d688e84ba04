import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { after, HOUR, MINUTE, MovableClock } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { newId } from '#server/infra/id.ts';
import { createLog } from '#server/infra/log.ts';
import { callLedger, type PostRef, type Reading } from '#server/modules/connections/connections.ts';
import { claimDue } from '#server/modules/tracking/tracking.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testCalls } from '#server/testing/modules.ts';
import { pollJob, type ReadCounts } from './poll.job.ts';

const { db, ownerUrl, close } = await testDatabase();
const owner = createDatabase(ownerUrl, { max: 1 });
afterAll(async () => {
  await owner.close();
  await close();
});

const now = new Date('2026-03-02T09:00:00Z');
beforeEach(async () => {
  await owner.db.deleteFrom('clip_tracking').execute();
  await sql`truncate platform_calls, platform_backoffs`.execute(owner.db);
});

interface Placed {
  account: string;
  platform?: 'tiktok' | 'youtube';
  due?: Date;
  pullFrom?: Date;
  finalBy?: Date;
}

/** Creates tracked clips without people and money. */
async function place(clips: Placed[]): Promise<string[]> {
  await sql`set session_replication_role = replica`.execute(owner.db);
  const posted = after(now, -100 * HOUR);
  const placed = clips.map(({ account, platform = 'youtube', due = now, pullFrom, finalBy }) => {
    const id = newId();
    const key = {
      listing_id: id,
      clipper_id: account as AccountId,
      connection_id: account,
      platform,
      post_id: id,
    };
    return { id, key, due, pull_from: pullFrom ?? null, final_by: finalBy ?? null };
  });
  await owner.db
    .insertInto('submissions')
    .values(
      placed.map(({ id, key, final_by }) => ({
        ...key,
        id,
        listing_version: 1,
        url: 'u',
        posted_at: posted,
        reported_views: 0n,
        submitted_at: now,
        decide_by: now,
        tracking_until: final_by,
      })),
    )
    .execute();
  await owner.db
    .insertInto('clip_tracking')
    .values(
      placed.map(({ id, key, due, pull_from, final_by }) => ({
        ...key,
        submission_id: id,
        posted_at: posted,
        state: 'polling' as const,
        next_poll_at: due,
        pull_from,
        final_by,
      })),
    )
    .execute();
  return placed.map(({ id }) => id);
}

const reading: Reading = { views: 7, likes: 1, comments: 0, shares: null, source: 's', countingRule: 'r' };

/** Creates the job with a platform that answers every call. Records the calls. */
function counting(perDay: number, read?: ReadCounts) {
  const clock = new MovableClock({ frozenAt: now });
  const allowances = { youtube: { stats: { perDay, perMinute: null } } };
  const calls = callLedger({ db, clock, allowances });
  const asked: PostRef[][] = [];
  const readCounts: ReadCounts = async (id, posts, at) => {
    const spent = await calls.book({ platform: 'youtube', bucket: 'stats' });
    if (spent) return { ok: false, problem: spent };
    asked.push(posts);
    if (read) return await read(id, posts, at);
    return {
      ok: true,
      value: { read: new Map(posts.map(({ postId }) => [postId, reading])), unread: new Map() },
    };
  };
  const job = pollJob({ db: owner.db, readCounts, log: createLog('silent'), calls });
  return { job, asked, clock };
}

const account = () => newId();
const rows = (ids: string[]) =>
  db
    .selectFrom('clip_tracking')
    .selectAll()
    .where('submission_id', 'in', ids)
    .orderBy('submission_id')
    .execute();

it('reads all clips of an account in one call, including those due soon', async () => {
  const mine = account();
  const [early, soon, late] = await place([
    { account: mine },
    { account: mine, due: after(now, 40 * MINUTE), pullFrom: after(now, -MINUTE) },
    { account: mine, due: after(now, 5 * HOUR), pullFrom: after(now, 2 * HOUR) },
  ]);
  const { job, asked } = counting(1_000);
  await job.run(now);
  expect(asked.map((posts) => posts.map(({ postId }) => postId).toSorted())).toEqual([
    [early!, soon!].toSorted(),
  ]);
  const found = await rows([early!, soon!, late!]);
  const [second, third] = [soon, late].map((id) => found.find((row) => row.submission_id === id)!);
  // The early count replaces the one that was due.
  expect(second!.next_poll_at! > after(now, 41 * MINUTE)).toBe(true);
  expect(third!.last_fetched_at).toBeNull();
});

it('never splits an account, however many clips are due and whoever else claims', async () => {
  // Opens the connections to the database first, so that the claims really run concurrently.
  await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.01)`.execute(db)));
  const accounts = Array.from({ length: 5 }, account);
  await place(accounts.flatMap((one) => Array.from({ length: 9 }, () => ({ account: one }))));
  const claim = () => claimDue(db, { open: ['youtube'], finalCounts: [], most: 10, now });
  const claimed = await Promise.all([claim(), claim(), claim(), claim()]);
  for (const _ of accounts) claimed.push(await claim());
  const whole = claimed.flatMap((clips) =>
    accounts.map((one) => clips.filter(({ connection_id }) => connection_id === one).length),
  );
  expect(whole.filter((count) => count !== 0)).toEqual([9, 9, 9, 9, 9]);
});

it('makes urgent counts first when calls are short; other clips wait without failing', async () => {
  const finalCounts = await place(
    Array.from({ length: 4 }, (_, i) => ({ account: account(), finalBy: after(now, -i * MINUTE) })),
  );
  const ordinary = await place(
    Array.from({ length: 30 }, () => ({ account: account(), due: after(now, -3 * HOUR) })),
  );
  const { job, asked, clock } = counting(10);
  await job.run(now);
  // The job reads eight accounts at once.
  expect(asked.slice(0, 8).map((posts) => posts[0]!.postId)).toEqual(expect.arrayContaining(finalCounts));
  expect(asked).toHaveLength(10);
  const waiting = (await rows(ordinary)).filter((row) => row.last_fetched_at === null);
  expect(waiting.length).toBe(24);
  for (const row of waiting) {
    expect([row.failures, row.next_poll_at]).toEqual([0, after(now, -3 * HOUR)]);
  }
  // The job's next run is at the time when calls are allowed again.
  expect(await job.nextDueAt!()).toEqual(new Date('2026-03-03T08:00:00Z'));
  clock.advance(23 * HOUR);
  expect((await job.nextDueAt!())! <= clock.now()).toBe(true);
});

it('stops calling a platform after one refusal, and continues with the others', async () => {
  const refused = await place(Array.from({ length: 60 }, () => ({ account: account() })));
  const others = await place(
    Array.from({ length: 20 }, () => ({ account: account(), platform: 'tiktok' as const })),
  );
  let refusals = 0;
  const { job } = counting(1_000, async (_id, posts) => {
    if (refused.includes(posts[0]!.postId)) {
      refusals += 1;
      const detail = 'YouTube answered 429';
      const found = {
        kind: 'quota',
        detail,
        retryAfterSeconds: 300,
        quotaOf: 'platform',
        code: null,
      } as const;
      return { ok: false, problem: found };
    }
    return { ok: true, value: { read: new Map([[posts[0]!.postId, reading]]), unread: new Map() } };
  });
  await job.run(now);
  await job.run(now);
  expect(refusals).toBeLessThanOrEqual(8);
  const put = await rows(refused);
  expect(new Set(put.map((row) => row.failures))).toEqual(new Set([0]));
  expect(put.filter((row) => row.trouble === 'quota').length).toBe(refusals);
  expect((await rows(others)).every((row) => row.last_fetched_at !== null)).toBe(true);
  expect((await job.nextDueAt!())! >= after(now, 5 * MINUTE)).toBe(true);
});

it('clips claimed by a process that dies become due again and are counted once', async () => {
  const ids = await place([{ account: account() }]);
  const dead = pollJob({
    db: owner.db,
    readCounts: () => new Promise(() => undefined),
    log: createLog('silent'),
    calls: testCalls(owner.db, new MovableClock({ frozenAt: now })),
  });
  void dead.run(now);
  await expect.poll(async () => (await rows(ids))[0]!.next_poll_at! > now).toBe(true);
  const { job, asked } = counting(1_000);
  await job.run(now);
  expect(asked).toHaveLength(0);
  await job.run(after(now, 11 * MINUTE));
  expect(asked).toHaveLength(1);
  expect((await rows(ids))[0]!.snapshot_count).toBe(1);
});
