import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { personOf } from '#db/seed/person-of.ts';
import type { Actor } from '#server/http/actor.ts';
import { balanceOf, clipperAvailable, clipperPending, reconcile } from '#server/modules/ledger/ledger.ts';
import { clipWorld } from '#server/testing/clip-world.ts';
import type { PostInput } from '#simulator/posts/posts.ts';
import { earningsJob } from './earnings.job.ts';
import { readReceipt } from './receipt.ts';

const world = await clipWorld();
beforeEach(world.forgetPeople);
/** After every fault the books balance, and each clip's money follows from its counts. */
afterEach(async () => {
  world.between.calls = null;
  const { ok, invariants } = await reconcile(world.db);
  expect(ok, JSON.stringify(invariants.filter((one) => !one.ok))).toBe(true);
  for (const { submission_id } of await world.db
    .selectFrom('clip_earnings')
    .select('submission_id')
    .execute()) {
    expect(await readReceipt(world.db, submission_id)).toMatchObject({ recomputes: true });
  }
});
afterAll(world.close);

/** A curve that grows honestly by 1,000 views an hour with matching likes. */
const steady = Array.from({ length: 12 }, (_, hours) => ({
  hours,
  views: hours * 1_000,
  likes: hours * 61 + (hours % 5) * 3,
  comments: hours * 3,
  shares: hours,
}));
/** A curve that grows over an evening like that of a popular clip, with no sign of fraud. */
const grown = { scenario: 'organic', views: 40_000, seed: 7 } as const;
const PER_VIEW = 2_000n;

const fundedListing = (rules: { tags?: string[]; disclosure?: boolean } = {}) =>
  world.addListing({ clips: 30, ...rules });

/** Submits a clip of the account and approves it. */
async function approved(
  account: Awaited<ReturnType<(typeof world)['addAccount']>>,
  listing: Awaited<ReturnType<typeof fundedListing>>,
  post: Partial<PostInput> = { curve: steady },
) {
  const clip = await world.submitPost(account, listing.id, post);
  const decided = await world.api.send('POST', `/api/submissions/${clip.id}/approve`, { as: listing.host });
  expect(decided.status).toBe(200);
  return { ...account, ...clip, host: listing.host };
}

/** Lets time pass in steps, and counts and settles after each. */
async function pass(hours: number, step = 1) {
  for (let left = hours; left > 0; left -= step) {
    await world.pass(Math.min(step, left), step);
    await earningsJob(world.db).run(world.clock.now());
  }
}

const rowOf = async (as: Actor, id: string) => {
  const { body } = await world.api.send('GET', '/api/clipper/submissions', { as });
  return body.rows.find((row: { id: string }) => row.id === id);
};
const kinds = async ({ accountId }: Actor) =>
  (
    await world.db
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', personOf(accountId))
      .execute()
  ).map((row) => row.kind);
const earned = async (id: string) =>
  (
    await world.db
      .selectFrom('clip_earnings')
      .select(['paid_views', 'paid_micros'])
      .where('submission_id', '=', id)
      .executeTakeFirstOrThrow()
  ).paid_views;
const pending = ({ accountId }: Actor) => balanceOf(world.db, clipperPending(accountId));
const available = ({ accountId }: Actor) => balanceOf(world.db, clipperAvailable(accountId));

it.each([
  ['tiktok', 'down', 'TikTok does not answer as it should.'],
  ['youtube', 'rate-limited', 'YouTube asks us to wait.'],
  ['instagram', 'garbled', 'Instagram does not answer as it should.'],
] as const)(
  '%s being %s for an hour costs nobody a view or a cent, and the clip says so',
  async (platform, mode, title) => {
    const clip = await approved(await world.addAccount(platform), await fundedListing());
    await pass(3);
    const before = await earned(clip.id);
    expect(before).toBe(3_000n);
    expect((await rowOf(clip.clipper, clip.id)).trouble).toBeNull();

    await world.simulator.setFault({ service: platform, mode, minutes: 60 });
    await pass(0.75, 0.25);
    expect(await earned(clip.id)).toBe(before);
    const { trouble, next } = await rowOf(clip.clipper, clip.id);
    expect(trouble).toMatchObject({ kind: 'delayed', title, finalAt: null });
    // The fault is the platform's, so the next step is not the clipper's.
    expect(next.who).not.toBe('clipper');

    await pass(3.25, 0.5);
    expect(await earned(clip.id)).toBe(7_000n);
    expect(await pending(clip.clipper)).toBe(7_000n * PER_VIEW);
    expect((await rowOf(clip.clipper, clip.id)).trouble).toBeNull();
  },
);

it('falling counters reverse pending earnings, never released ones, and no view is paid twice', async () => {
  const clip = await approved(await world.addAccount('tiktok'), await fundedListing(), grown);
  await pass(30, 4);
  const released = await available(clip.clipper);
  const views = await earned(clip.id);
  expect(released).toBeGreaterThan(0n);
  expect(released + (await pending(clip.clipper))).toBe(views * PER_VIEW);

  await world.simulator.setPostState('tiktok', clip.postId, { removeViews: 600 });
  await pass(1);
  const fewer = await earned(clip.id);
  expect(fewer).toBeLessThan(views);
  expect(await available(clip.clipper)).toBeGreaterThanOrEqual(released);
  expect((await available(clip.clipper)) + (await pending(clip.clipper))).toBe(fewer * PER_VIEW);

  const before = await available(clip.clipper);
  await world.simulator.setPostState('tiktok', clip.postId, { removeViews: Number(views) - 2_000 });
  await pass(1);
  expect([await pending(clip.clipper), await available(clip.clipper)]).toEqual([0n, before]);
  // When the counter rises again, only views above those already paid earn.
  await pass(4);
  expect([await pending(clip.clipper), await available(clip.clipper)]).toEqual([0n, before]);
});

it('a token that dies during a reading loses no count, is notified once, and counting continues after reconnecting', async () => {
  const person = await world.addAccount('tiktok');
  const listing = await fundedListing();
  const clips = [];
  // 21 clips are one more than TikTok returns in a call.
  for (let nth = 0; nth < 21; nth += 1) {
    clips.push(
      await approved(person, listing, {
        curve: steady.map((point) => ({ ...point, views: point.hours * 10 })),
      }),
    );
  }
  const { external_id } = await world.db
    .selectFrom('connections')
    .select('external_id')
    .where('user_id', '=', person.clipper.accountId)
    .executeTakeFirstOrThrow();
  let calls = 0;
  world.between.calls = async () => {
    calls += 1;
    if (calls === 1) await world.simulator.disconnect('tiktok', external_id);
  };
  await pass(1);
  const counted = async () =>
    (
      await world.db
        .selectFrom('clip_tracking')
        .select('views')
        .where('clipper_id', '=', person.clipper.accountId)
        .execute()
    ).map((row) => row.views);
  // The counts that were read before the token died are kept. The last clip was not read.
  expect((await counted()).filter((views) => views === 10n)).toHaveLength(20);
  await pass(1);
  const before = await counted();
  expect((await kinds(person.clipper)).filter((kind) => kind === 'connection.dead')).toHaveLength(1);
  const { trouble, next } = await rowOf(person.clipper, clips[20]!.id);
  expect(trouble).toMatchObject({ kind: 'not_connected' });
  expect(next).toMatchObject({ who: 'clipper', by: trouble.finalAt });
  expect(await counted()).toEqual(before);

  await world.connect(person.clipper, 'tiktok', person.handle);
  await pass(2);
  expect((await counted()).every((views) => views >= 30n)).toBe(true);
  expect((await rowOf(person.clipper, clips[20]!.id)).trouble).toBeNull();
  expect(await pending(person.clipper)).toBe(
    (await counted()).reduce((sum, views) => sum + views, 0n) * PER_VIEW,
  );
});

it('a post deleted between approval and release earns and frees nothing, and is final after seven days', async () => {
  const clip = await approved(await world.addAccount('tiktok'), await fundedListing(), grown);
  await pass(28, 2);
  const before = {
    pending: await pending(clip.clipper),
    available: await available(clip.clipper),
    views: await earned(clip.id),
  };
  expect([before.pending > 0n, before.available > 0n]).toEqual([true, true]);
  await world.simulator.setPostState('tiktok', clip.postId, { visibility: 'deleted' });
  await pass(26, 2);
  expect(await earned(clip.id)).toBe(before.views);
  expect(await pending(clip.clipper)).toBe(before.pending);
  expect(await available(clip.clipper)).toBe(before.available);
  expect(await kinds(clip.clipper)).toContain('submission.unreadable');
  expect((await rowOf(clip.clipper, clip.id)).trouble).toMatchObject({ kind: 'unreadable' });

  await pass(6 * 24, 24);
  expect(await kinds(clip.clipper)).toContain('submission.gone');
  expect((await rowOf(clip.clipper, clip.id)).trouble).toMatchObject({ kind: 'final' });
  // The clip earned by its last count, and the remaining budget belongs to the host.
  await pass(24, 24);
  expect(await earned(clip.id)).toBe(before.views);
  expect(await pending(clip.clipper)).toBe(0n);
  expect(await available(clip.clipper)).toBe(before.views * PER_VIEW);
});

it('a post that returns in time is counted and released as usual', async () => {
  const clip = await approved(await world.addAccount('tiktok'), await fundedListing(), grown);
  await pass(26, 4);
  const before = await earned(clip.id);
  await world.simulator.setPostState('tiktok', clip.postId, { visibility: 'private' });
  await pass(4, 1);
  expect(await earned(clip.id)).toBe(before);
  await world.simulator.setPostState('tiktok', clip.postId, { visibility: 'public' });
  await pass(2, 1);
  const caughtUp = await earned(clip.id);
  expect(caughtUp).toBeGreaterThan(before);
  await pass(26, 4);
  expect(await available(clip.clipper)).toBeGreaterThanOrEqual(caughtUp * PER_VIEW);
});

it('a clip that loses its label earns for two more days, then waits for a fix, and loses nothing', async () => {
  const listing = await fundedListing({ disclosure: true });
  const clip = await approved(await world.addAccount('tiktok'), listing, { ...grown, caption: 'A clip #ad' });
  await pass(20, 4);
  await world.simulator.setPostState('tiktok', clip.postId, { caption: 'A clip' });
  await pass(5, 1);
  const { captionProblem, next } = await rowOf(clip.clipper, clip.id);
  expect(captionProblem).toMatchObject({ earnsNothing: false });
  expect(next).toMatchObject({ who: 'clipper', by: captionProblem.fixBy });
  expect(await kinds(clip.clipper)).toContain('submission.caption_check_failed');
  expect(await kinds(listing.host)).toContain('listing.clip_caption_check_failed');
  await pass(44, 4);
  const onTheWay = await earned(clip.id);
  await pass(8, 4);
  const stopped = await earned(clip.id);
  expect(stopped).toBeGreaterThanOrEqual(onTheWay);
  expect((await rowOf(clip.clipper, clip.id)).captionProblem).toMatchObject({ earnsNothing: true });
  await pass(12, 6);
  expect(await earned(clip.id)).toBe(stopped);
  expect(await readReceipt(world.db, clip.id)).toMatchObject({ recomputes: true });

  await world.simulator.setPostState('tiktok', clip.postId, { caption: 'A clip, #sponsored' });
  const looked = await world.api.send('POST', `/api/submissions/${clip.id}/check-caption`, {
    as: clip.clipper,
  });
  expect(looked.body).toEqual({ captionProblem: null });
  expect(await readReceipt(world.db, clip.id)).toMatchObject({ recomputes: true });
  await pass(12, 6);
  expect(await earned(clip.id)).toBeGreaterThan(stopped);
  expect((await rowOf(clip.clipper, clip.id)).caption).toBe('A clip, #sponsored');
});
