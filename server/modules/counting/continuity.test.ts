import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { createLog } from '#server/infra/log.ts';
import { createSealer } from '#server/infra/seal.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { readCounts } from '#server/modules/connections/connections.ts';
import { TEST_SECRET } from '#server/testing/actor.ts';
import { clipWorld } from '#server/testing/clip-world.ts';
import { testCalls } from '#server/testing/modules.ts';
import { pollJob } from './poll.job.ts';

const world = await clipWorld();
beforeEach(world.forgetClips);
afterAll(world.close);

const tracking = (id: string) =>
  world.db.selectFrom('clip_tracking').selectAll().where('submission_id', '=', id).executeTakeFirstOrThrow();

const signalsOf = async (id: string) =>
  ((await tracking(id)).contributions as { signal: string }[]).map(({ signal }) => signal);

async function disconnect(as: Actor): Promise<void> {
  const { rows } = (await world.api.send('GET', '/api/connections', { as })).body;
  for (const { id } of rows) await world.api.send('DELETE', `/api/connections/${id}`, { as });
}

const audited = async (id: string) => {
  const rows = await world.db
    .selectFrom('audit_log')
    .select(['action', 'data'])
    .where('subject_id', '=', id)
    .where('action', 'like', 'clip.%')
    .execute();
  return rows.map(({ action, data }) => [action, (data as { views: string }).views]);
};

const approve = (id: string) =>
  world.db
    .updateTable('submissions')
    .set({
      status: 'approved',
      approved_at: world.clock.now(),
      approved_how: 'host',
      tracking_until: new Date(world.clock.now().getTime() + 24 * 3_600_000),
    })
    .where('id', '=', id)
    .execute();

/** A curve that looks bought: 40,000 views in two hours without likes. */
const bought = [
  { hours: 0, views: 0, likes: 0, comments: 0, shares: 0 },
  { hours: 12, views: 2_000, likes: 120, comments: 9, shares: 4 },
  { hours: 14, views: 42_000, likes: 122, comments: 9, shares: 4 },
  { hours: 40, views: 43_000, likes: 130, comments: 9, shares: 4 },
];

it('a resubmitted post of a withdrawn clip keeps its signs of bought views', async () => {
  const clip = await world.submitClip({ curve: bought });
  await world.pass(30, 3);
  expect((await tracking(clip.id)).band).toBe('hold');
  const before = await signalsOf(clip.id);
  await world.api.send('POST', `/api/submissions/${clip.id}/withdraw`, { as: clip.clipper });
  const second = await world.submitUrl(clip, clip.listingId, clip.url);
  await world.pass(2, 1);
  expect((await tracking(second)).band).toBe('hold');
  expect(await signalsOf(second)).toEqual(expect.arrayContaining(before));
});

it('a clip corrected after a missing disclosure is no duplicate of itself; one rejected for fake views is', async () => {
  const clip = await world.submitClip({ scenario: 'organic', views: 20_000 });
  const elsewhere = await world.addListing();
  const reject = (id: string, reject_reason: 'missing_disclosure' | 'suspected_fake_views') =>
    world.db
      .updateTable('submissions')
      .set({ status: 'rejected', reject_reason })
      .where('id', '=', id)
      .execute();
  await reject(clip.id, 'missing_disclosure');
  const corrected = await world.submitUrl(clip, clip.listingId, clip.url);
  await world.pass(1);
  expect(await signalsOf(corrected)).not.toContain('duplicate');
  await reject(corrected, 'suspected_fake_views');
  const moved = await world.submitUrl(clip, elsewhere.id, clip.url);
  await world.pass(1);
  expect(await signalsOf(moved)).toContain('duplicate');
});

it('ends clips of a disconnected account after seven days at their last count', async () => {
  const clip = await world.submitClip({ scenario: 'organic', views: 20_000 });
  await world.pass(2);
  const before = await tracking(clip.id);
  await disconnect(clip.clipper);
  await world.pass(24, 6);
  expect(await tracking(clip.id)).toMatchObject({ state: 'polling', views: before.views });
  await world.pass(8 * 24, 24);
  expect(await tracking(clip.id)).toMatchObject({ state: 'gone', views: before.views });
  expect(await audited(clip.id)).toEqual([['clip.gone', `${before.views}`]]);
});

it('continues counting when the account is connected again in time', async () => {
  const clip = await world.submitClip({ scenario: 'organic', views: 20_000 });
  await world.pass(2);
  const before = await tracking(clip.id);
  await disconnect(clip.clipper);
  await world.pass(24, 6);
  await world.connect(clip.clipper, 'tiktok', clip.handle);
  await world.pass(12, 6);
  const after = await tracking(clip.id);
  expect(after.missing_since).toBeNull();
  expect(after.views).toBeGreaterThan(before.views);
});

it('ends a clip that could not be counted to its end a week after the recheck', async () => {
  const clip = await world.submitClip({ scenario: 'organic', views: 20_000 });
  await approve(clip.id);
  await world.simulator.setFault({ service: 'tiktok', mode: 'down', minutes: 60 * 24 * 30 });
  await world.pass(10 * 24, 24);
  expect((await tracking(clip.id)).state).toBe('polling');
  await world.pass(2 * 24, 24);
  const over = await tracking(clip.id);
  expect(over.state).toBe('finished');
  expect(await audited(clip.id)).toEqual([['clip.finished', `${over.views}`]]);
  await world.simulator.setFault({ service: 'tiktok', mode: 'ok', minutes: 1 });
});

it('an aborted round returns the clips that were not counted yet', async () => {
  for (let n = 0; n < 9; n++) await world.submitClip({ scenario: 'organic', views: 20_000 });
  world.clock.advanceHours(1);
  const ending = new AbortController();
  let asked = 0;
  const job = pollJob({
    db: world.db,
    log: createLog('silent'),
    calls: testCalls(world.db, world.clock),
    async readCounts(_id, posts) {
      asked++;
      ending.abort();
      return { ok: true, value: { read: new Map(), unread: new Map(posts.map((p) => [p.postId, 'gone'])) } };
    },
  });
  const now = world.clock.now();
  await job.run(now, ending.signal);
  const due = await world.db
    .selectFrom('clip_tracking')
    .select('submission_id')
    .where('state', '=', 'polling')
    .where('next_poll_at', '<=', now)
    .execute();
  expect(asked).toBe(8);
  expect(due.length).toBeGreaterThan(0);
});

it('an account whose reading throws does not keep other accounts from being counted', async () => {
  const broken = await world.submitClip({ scenario: 'organic', views: 20_000 });
  const sound = await world.submitClip({ scenario: 'organic', views: 20_000 });
  const connectionId = (await tracking(broken.id)).connection_id;
  const asked: string[] = [];
  const job = pollJob({
    db: world.db,
    log: createLog('silent'),
    calls: testCalls(world.db, world.clock),
    async readCounts(id, posts) {
      asked.push(id);
      if (id === connectionId) throw new Error('this token was sealed under another secret');
      return { ok: true, value: { read: new Map(), unread: new Map(posts.map((p) => [p.postId, 'gone'])) } };
    },
  });
  world.clock.advanceHours(1);
  await job.run(world.clock.now());
  expect(asked).toContain(connectionId);
  expect((await tracking(sound.id)).missing_since).not.toBeNull();
  expect((await tracking(broken.id)).trouble).toBe('failed');
});

it('a platform without keys is not reported as silent, and nothing is lost', async () => {
  const clip = await world.submitClip({ scenario: 'organic', views: 20_000 });
  await world.pass(2);
  const before = await tracking(clip.id);
  const adapters = { available: [], connect: () => null, posts: () => null };
  const sealer = createSealer(soleSecret(TEST_SECRET), 'platform tokens');
  const job = pollJob({
    db: world.db,
    log: createLog('silent'),
    calls: testCalls(world.db, world.clock),
    readCounts: (id, posts, now) => readCounts({ db: world.db, adapters, sealer }, id, posts, now),
  });
  world.clock.advanceHours(1);
  await job.run(world.clock.now());
  expect(await tracking(clip.id)).toMatchObject({
    views: before.views,
    state: 'polling',
    trouble: 'not_set_up',
  });
  await world.pass(2);
  expect((await tracking(clip.id)).trouble).toBeNull();
});
