import { afterAll, expect, it } from 'vitest';
import { after, DAY, HOUR, SECOND } from '#server/infra/clock.ts';
import { createLog } from '#server/infra/log.ts';
import { clipWorld } from '#server/testing/clip-world.ts';
import { testCalls } from '#server/testing/modules.ts';
import { pollJob } from './poll.job.ts';

const world = await clipWorld();
afterAll(world.close);

const tracking = (id: string) =>
  world.db.selectFrom('clip_tracking').selectAll().where('submission_id', '=', id).executeTakeFirstOrThrow();

const countedAt = async (id: string): Promise<Map<number, bigint>> => {
  const rows = await world.db
    .selectFrom('view_snapshots')
    .selectAll()
    .where('submission_id', '=', id)
    .execute();
  return new Map(rows.map((row) => [row.fetched_at.getTime(), row.views]));
};

/** Approves a clip; its window ends between two regular counts. */
async function approve(id: string): Promise<Date> {
  const now = world.clock.now();
  const until = after(now, 30 * HOUR + 47 * 60 * SECOND);
  const values = {
    status: 'approved',
    approved_at: now,
    approved_how: 'host',
    tracking_until: until,
  } as const;
  await world.db.updateTable('submissions').set(values).where('id', '=', id).execute();
  return until;
}

/** Runs the jobs each time the clip is due, `lateMs` late, until `end`. */
async function passUntil(id: string, end: Date, lateMs = 2 * SECOND): Promise<void> {
  for (;;) {
    const { next_poll_at: next } = await tracking(id);
    if (next === null || next > end) return;
    const wait = next.getTime() + lateMs - world.clock.now().getTime();
    world.clock.advanceHours(Math.max(wait, 0) / HOUR);
    await world.runDue();
  }
}

/** A curve that grows evenly, with likes, too slowly to be polled more often. */
const steady = [
  { hours: 0, views: 1_000_000, likes: 60_000, comments: 4_500, shares: 450 },
  { hours: 2_000, views: 2_000_000, likes: 120_000, comments: 9_000, shares: 900 },
];

it('counts a clip when its window ends and pays up to that count; the recheck can only lower it', async () => {
  const { id } = await world.submitClip({ curve: steady });
  world.clock.advanceHours(16 * 24);
  await world.runDue();
  const until = await approve(id);
  await passUntil(id, until);
  const last = (await countedAt(id)).get(until.getTime() + 2 * SECOND);
  expect(last).toBeDefined();
  expect(await tracking(id)).toMatchObject({ views: last, eligible_views: last });
  await passUntil(id, after(until, 4 * DAY));
  const recheck = (await countedAt(id)).get(until.getTime() + 72 * HOUR + 2 * SECOND);
  expect(recheck).toBeGreaterThan(last!);
  expect(await tracking(id)).toMatchObject({ state: 'finished', views: recheck, eligible_views: last });
});

it('retries soon if the platform is silent when the window ends, and no later than the recheck', async () => {
  const { id } = await world.submitClip({ curve: steady });
  world.clock.advanceHours(16 * 24);
  await world.runDue();
  const until = await approve(id);
  await passUntil(id, after(until, -HOUR));
  await world.simulator.setFault({ service: 'tiktok', mode: 'down', minutes: 60 * 48 });
  await passUntil(id, until);
  expect((await tracking(id)).trouble).not.toBeNull();
  await world.simulator.setFault({ service: 'tiktok', mode: 'ok', minutes: 1 });
  const before = await tracking(id);
  await passUntil(id, after(until, HOUR));
  const final = await tracking(id);
  expect(final.eligible_views).toBeGreaterThan(before.eligible_views);
  expect(final.eligible_views).toBe(final.views);

  await passUntil(id, after(until, 2 * DAY));
  await world.simulator.setFault({ service: 'tiktok', mode: 'down', minutes: 60 * 48 });
  await passUntil(id, after(until, 3 * DAY - 10 * 60 * SECOND));
  await world.simulator.setFault({ service: 'tiktok', mode: 'ok', minutes: 1 });
  await passUntil(id, after(until, 3 * DAY), 0);
  expect((await tracking(id)).state).toBe('finished');
});

it('discards a count that arrives after the clip is finished, and opens no hold for it', async () => {
  const bought = [
    { hours: 0, views: 0, likes: 0, comments: 0, shares: 0 },
    { hours: 12, views: 2_000, likes: 120, comments: 9, shares: 4 },
    { hours: 14, views: 42_000, likes: 122, comments: 9, shares: 4 },
    { hours: 400, views: 43_000, likes: 130, comments: 9, shares: 4 },
  ];
  const { id } = await world.submitClip({ curve: bought });
  await world.pass(30, 3);
  await world.db
    .updateTable('fraud_holds')
    .set({ state: 'released' })
    .where('submission_id', '=', id)
    .execute();
  const before = await tracking(id);
  world.clock.advanceHours(2);
  const job = pollJob({
    db: world.db,
    log: createLog('silent'),
    calls: testCalls(world.db, world.clock),
    async readCounts(_id, posts) {
      const finished = { state: 'finished', next_poll_at: null } as const;
      await world.db.updateTable('clip_tracking').set(finished).where('submission_id', '=', id).execute();
      const reading = { views: 43_500, likes: 122, comments: 9, shares: 4, source: 's', countingRule: 'r' };
      return { ok: true, value: { read: new Map(posts.map((p) => [p.postId, reading])), unread: new Map() } };
    },
  });
  await job.run(world.clock.now());
  const { views, snapshot_count, scored_at } = before;
  expect(await tracking(id)).toMatchObject({ state: 'finished', views, snapshot_count, scored_at });
  expect((await countedAt(id)).has(world.clock.now().getTime())).toBe(false);
  const holds = await world.db
    .selectFrom('fraud_holds')
    .select('state')
    .where('submission_id', '=', id)
    .execute();
  expect(holds).toEqual([{ state: 'released' }]);
});
