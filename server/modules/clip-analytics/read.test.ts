import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { createLog } from '#server/infra/log.ts';
import { type Answer, callLedger, type ReleasedStretch } from '#server/modules/connections/connections.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { testCalls } from '#server/testing/modules.ts';
import { releasedAnalytics, unknownFigures } from '#server/testing/released-analytics.ts';
import { analyticsCheck } from './check-setup.ts';
import { readJob } from './read.job.ts';

let world: ClipWorld;
let released: ReturnType<typeof releasedAnalytics>;
beforeAll(async () => {
  world = await clipWorld();
  released = releasedAnalytics(world);
});
beforeEach(() => world.forgetClips());
afterAll(() => world.close());

/** Creates the job with a platform that gives this answer. */
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
  (kind: 'quota' | 'transient' | 'gone' | 'misconfigured', quotaOf: 'own' | 'account' | null = null) =>
  async () => ({
    ok: false as const,
    problem: { kind, quotaOf, code: null, detail: 'no', retryAfterSeconds: kind === 'quota' ? 7_200 : null },
  });
const figures = {
  ...unknownFigures,
  ...{ views: 900, engagedViews: 600, watchSeconds: 9_000, averagePercentage: 60 },
};

test('an exhausted quota of our own ends the round, and clips are retried when the answer says', async () => {
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

test('skips an account without calls left for an hour and reads the others', async () => {
  const clip = await released.releasedClip({ scenario: 'organic', views: 5_000 }, [5_000, 5_000]);
  await released.releasedClip({ scenario: 'organic', views: 5_000 });
  world.clock.advanceHours(50);
  const now = world.clock.now();
  const { job, asked } = jobOf(refused('quota', 'account'));
  await job.run(now);
  expect(asked).toHaveLength(2);
  expect((await released.clipAs(clip.clipper, clip.id)).analytics.trouble).toBe('quota');
  await job.run(after(now, HOUR / 2));
  expect(asked).toHaveLength(2);
  await job.run(after(now, 3 * HOUR));
  expect(asked).toHaveLength(4);
});

test.each([
  ['transient', HOUR, 'no_answer'],
  ['gone', DAY, 'not_shown'],
] as const)('retries a clip that is %s later and reads the others meanwhile', async (kind, wait, trouble) => {
  const clip = await released.releasedClip({ scenario: 'organic', views: 5_000 }, [5_000, 5_000]);
  world.clock.advanceHours(50);
  const now = world.clock.now();
  const { job, asked } = jobOf(refused(kind));
  await job.run(now);
  expect(asked).toHaveLength(3);
  expect((await released.clipAs(clip.clipper, clip.id)).analytics.trouble).toBe(trouble);
  await job.run(after(now, wait - HOUR / 2));
  expect(asked).toHaveLength(3);
  await job.run(after(now, wait + HOUR));
  expect(asked).toHaveLength(6);
});

test('System Health reports an API that the operator did not enable until it answers, and releases stay', async () => {
  const { db, clock } = world;
  const clip = await released.releasedClip({ scenario: 'organic', views: 5_000 });
  clock.advanceHours(50);
  const now = clock.now();
  const check = analyticsCheck(db);
  expect(await check.problem()).toBeNull();
  await jobOf(refused('misconfigured')).job.run(now);
  expect(await check.problem()).toBe(
    'YouTube does not let this server read the analytics of 1 clip whose owners release them: enable the YouTube Analytics API in the Google project of YOUTUBE_CLIENT_ID.',
  );
  expect((await released.connectionOf(clip.clipper.accountId)).analytics_released_at).not.toBeNull();
  const later = after(now, 2 * DAY);
  const stretch = { ...figures, fromAt: after(now, -DAY), toAt: now };
  await jobOf(async () => ({ ok: true, value: [stretch] })).job.run(later);
  expect(await check.problem()).toBeNull();
});

test('two concurrent processes read each clip once', async () => {
  await released.releasedClip({ scenario: 'organic', views: 5_000 }, [5_000, 5_000, 5_000]);
  world.clock.advanceHours(50);
  const { job, asked } = jobOf(async () => ({ ok: true, value: [] }));
  await Promise.all([job.run(world.clock.now()), job.run(world.clock.now()), job.run(world.clock.now())]);
  expect(asked).toHaveLength(4);
  expect(new Set(asked).size).toBe(4);
});

test('stores nothing if the release ends while the platform answers', async () => {
  const clip = await released.releasedClip({ scenario: 'organic', views: 5_000 });
  world.clock.advanceHours(50);
  const now = world.clock.now();
  const { id } = await released.connectionOf(clip.clipper.accountId);
  const { job } = jobOf(async () => {
    await world.api.send('DELETE', `/api/connections/${id}/analytics`, { as: clip.clipper });
    return { ok: true, value: [{ ...figures, fromAt: after(now, -DAY), toAt: now }] };
  });
  await job.run(now);
  expect(await released.readingOf(clip.id)).toBeUndefined();
});

test('counts analytics calls against a separate allowance', async () => {
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
