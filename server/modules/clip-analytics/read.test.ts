import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { createLog } from '#server/infra/log.ts';
import { type Answer, callLedger, type ReleasedStretch } from '#server/modules/connections/connections.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { testCalls } from '#server/testing/modules.ts';
import { releasedAnalytics } from '#server/testing/released-analytics.ts';
import { readJob } from './read.job.ts';

let world: ClipWorld;
let released: ReturnType<typeof releasedAnalytics>;
beforeAll(async () => {
  world = await clipWorld();
  released = releasedAnalytics(world);
});
beforeEach(() => world.forgetClips());
afterAll(() => world.close());

/** The job as it would be if the platform answered so. */
function jobOf(answer: () => Promise<Answer<ReleasedStretch[]>>) {
  const asked: string[] = [];
  const job = readJob({
    db: world.db,
    log: createLog('silent'),
    calls: testCalls(world.db, world.clock),
    readAnalytics: async (_connection, { postId }) => {
      asked.push(postId);
      return await answer();
    },
  });
  return { job, asked };
}
const refused =
  (kind: 'quota' | 'transient' | 'gone', quotaOf: 'own' | 'account' | null = null) =>
  async () => ({
    ok: false as const,
    problem: { kind, quotaOf, detail: 'no', retryAfterSeconds: kind === 'quota' ? 7_200 : null },
  });
const figures = {
  views: 900,
  engagedViews: 600,
  watchSeconds: 9_000,
  averagePercentage: 60,
  reach: null,
  subscribedShare: null,
  trafficSources: null,
  countries: null,
  devices: null,
};

test('our own quota, used up, ends the round; the clips come again when it says', async () => {
  const clip = await released.releasedClip({ scenario: 'organic', views: 5_000 }, [5_000, 5_000]);
  world.clock.advanceHours(50);
  const now = world.clock.now();
  const { job, asked } = jobOf(refused('quota', 'own'));
  await job.run(now);
  expect(asked).toHaveLength(1);
  const { next_read_at } = (await released.readingOf(clip.id))!;
  expect(next_read_at!.getTime()).toBeGreaterThanOrEqual(after(now, HOUR).getTime());
  expect(await world.db.selectFrom('platform_backoffs').selectAll().execute()).toEqual([]);
  await job.run(now);
  expect(asked).toHaveLength(1);
});

test.each([
  ['transient', HOUR],
  ['gone', DAY],
] as const)(
  'a clip that is %s is asked for again after a while, and the others meanwhile',
  async (kind, wait) => {
    await released.releasedClip({ scenario: 'organic', views: 5_000 }, [5_000, 5_000]);
    world.clock.advanceHours(50);
    const now = world.clock.now();
    const { job, asked } = jobOf(refused(kind));
    await job.run(now);
    expect(asked).toHaveLength(3);
    await job.run(after(now, wait - HOUR / 2));
    expect(asked).toHaveLength(3);
    await job.run(after(now, wait + HOUR));
    expect(asked).toHaveLength(6);
  },
);

test('two processes at once read each clip once', async () => {
  await released.releasedClip({ scenario: 'organic', views: 5_000 }, [5_000, 5_000, 5_000]);
  world.clock.advanceHours(50);
  const { job, asked } = jobOf(async () => ({ ok: true, value: [] }));
  await Promise.all([job.run(world.clock.now()), job.run(world.clock.now()), job.run(world.clock.now())]);
  expect(asked).toHaveLength(4);
  expect(new Set(asked).size).toBe(4);
});

test('nothing is kept when the release ends while the platform answers', async () => {
  const clip = await released.releasedClip({ scenario: 'organic', views: 5_000 });
  world.clock.advanceHours(50);
  const now = world.clock.now();
  const { id } = await released.connectionOf(clip.clipper.userId);
  const { job } = jobOf(async () => {
    await world.api.send('DELETE', `/api/connections/${id}/analytics`, { as: clip.clipper });
    return { ok: true, value: [{ ...figures, fromAt: after(now, -DAY), toAt: now }] };
  });
  await job.run(now);
  expect(await released.readingOf(clip.id)).toBeUndefined();
});

test('calls are booked against an allowance of their own', async () => {
  const { db, clock } = world;
  const calls = callLedger({
    db,
    clock,
    allowances: { youtube: { analytics: { perDay: 1, perMinute: null } } },
  });
  expect(await calls.book({ platform: 'youtube', bucket: 'analytics' })).toBeNull();
  expect(await calls.book({ platform: 'youtube', bucket: 'analytics' })).toMatchObject({ quotaOf: 'own' });
  expect(await calls.book({ platform: 'youtube', bucket: 'stats' })).toBeNull();
});
