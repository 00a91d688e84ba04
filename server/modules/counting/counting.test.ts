import { afterAll, beforeEach, expect, it } from 'vitest';
import { newId } from '#server/infra/id.ts';
import { testPerson } from '#server/testing/api.ts';
import { clipWorld } from '#server/testing/clip-world.ts';

const world = await clipWorld();
beforeEach(world.forgetClips);
afterAll(world.close);

const tracking = (id: string) =>
  world.db.selectFrom('clip_tracking').selectAll().where('submission_id', '=', id).executeTakeFirstOrThrow();

/** A curve that looks bought: 40,000 views in two hours without likes. */
const bought = [
  { hours: 0, views: 0, likes: 0, comments: 0, shares: 0 },
  { hours: 12, views: 2_000, likes: 120, comments: 9, shares: 4 },
  { hours: 14, views: 42_000, likes: 122, comments: 9, shares: 4 },
  { hours: 40, views: 43_000, likes: 130, comments: 9, shares: 4 },
];

it('calls an honest clip clean after enough counts, with all its views eligible', async () => {
  const clip = await world.submitClip({ scenario: 'organic', views: 30_000 });
  await world.pass(30, 3);
  const row = await tracking(clip.id);
  expect(row.band).toBe('clean');
  expect(row.eligible_views).toBe(row.views);
});

it('holds a bought step with its reasons, notifies the clipper, and lets an admin decide once', async () => {
  const clip = await world.submitClip({ curve: bought });
  await world.pass(30, 3);
  expect((await tracking(clip.id)).band).toBe('hold');
  const evidence = await world.api.send('GET', `/api/clips/${clip.id}`, { as: clip.clipper });
  const { verdict } = evidence.body;
  expect(verdict.fraudHoldState).toBe('open');
  const points = verdict.contributions.map((c: { points: number }) => c.points);
  expect(points.reduce((sum: number, p: number) => sum + p, 0)).toBe(verdict.score);
  const notices = await world.db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', clip.clipper.userId)
    .execute();
  expect(notices).toEqual([{ kind: 'fraud_hold.opened' }]);

  const admin = await testPerson(world.db, 'admin');
  const hold = await world.db
    .selectFrom('fraud_holds')
    .select('id')
    .where('submission_id', '=', clip.id)
    .executeTakeFirstOrThrow();
  const uphold = () =>
    world.api.send('POST', `/api/admin/fraud-holds/${hold.id}/uphold`, {
      as: admin,
      body: { note: 'Bought.' },
    });
  const replies = await Promise.all([uphold(), uphold(), uphold()]);
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409]);
  expect((await tracking(clip.id)).eligible_views).toBeLessThan(5_000n);
});

it('holds a second bought package even after the first was upheld at the same score', async () => {
  const again = [
    { hours: 44, views: 43_200, likes: 132, comments: 9, shares: 4 },
    { hours: 46, views: 83_200, likes: 134, comments: 9, shares: 4 },
    { hours: 80, views: 84_000, likes: 140, comments: 9, shares: 4 },
  ];
  const clip = await world.submitClip({ curve: [...bought, ...again] });
  await world.pass(30, 3);
  const admin = await testPerson(world.db, 'admin');
  const holds = () =>
    world.db
      .selectFrom('fraud_holds')
      .select(['id', 'state', 'score', 'to_views'])
      .where('submission_id', '=', clip.id)
      .orderBy('id')
      .execute();
  const [first] = await holds();
  const path = `/api/admin/fraud-holds/${first!.id}/uphold`;
  expect((await world.api.send('POST', path, { as: admin, body: { note: 'Bought.' } })).status).toBe(200);
  await world.pass(24, 3);
  const { views, score } = await tracking(clip.id);
  expect(views).toBeGreaterThan(80_000n);
  expect(score! <= first!.score + 9).toBe(true);
  expect((await holds()).slice(1)).toMatchObject([{ state: 'open', to_views: views }]);
});

it('keeps a released hold released unless the score rises above what the admin saw', async () => {
  const clip = await world.submitClip({ curve: bought });
  await world.pass(30, 3);
  const admin = await testPerson(world.db, 'admin');
  const hold = await world.db
    .selectFrom('fraud_holds')
    .select('id')
    .where('submission_id', '=', clip.id)
    .executeTakeFirstOrThrow();
  const released = await world.api.send('POST', `/api/admin/fraud-holds/${hold.id}/release`, {
    as: admin,
    body: { note: 'A newspaper linked it.' },
  });
  expect(released.status).toBe(200);
  const again = await world.api.send('POST', `/api/admin/fraud-holds/${hold.id}/release`, {
    as: admin,
    body: { note: 'Once more.' },
  });
  expect(again.body.code).toBe('fraud_hold_state');
  await world.pass(4, 1);
  const holds = await world.db
    .selectFrom('fraud_holds')
    .select('state')
    .where('submission_id', '=', clip.id)
    .execute();
  expect(holds).toEqual([{ state: 'released' }]);
  const unknown = await world.api.send('POST', `/api/admin/fraud-holds/${newId()}/release`, {
    as: admin,
    body: { note: 'x' },
  });
  expect(unknown.status).toBe(404);
});

it.each(['down', 'rate-limited', 'garbled'] as const)(
  'loses and invents no count while the platform is %s',
  async (mode) => {
    const clip = await world.submitClip({ scenario: 'organic', views: 20_000 });
    await world.pass(2);
    const before = await tracking(clip.id);
    await world.simulator.setFault({ service: 'tiktok', mode, minutes: 90 });
    await world.pass(1);
    const during = await tracking(clip.id);
    expect([during.views, during.state, during.missing_since]).toEqual([before.views, 'polling', null]);
    expect(during.trouble).not.toBeNull();
    await world.simulator.setFault({ service: 'tiktok', mode: 'ok', minutes: 1 });
    await world.pass(2);
    const afterwards = await tracking(clip.id);
    expect(afterwards.trouble).toBeNull();
    expect(afterwards.views).toBeGreaterThan(before.views);
  },
);

it('stops at the last count when the post is gone, and continues when it returns', async () => {
  const clip = await world.submitClip({ scenario: 'organic', views: 20_000 });
  await world.pass(2);
  await world.simulator.setPostState('tiktok', clip.postId, { visibility: 'deleted' });
  await world.pass(1);
  const gone = await tracking(clip.id);
  expect(gone.missing_since).not.toBeNull();
  await world.simulator.setPostState('tiktok', clip.postId, { visibility: 'public' });
  await world.pass(1);
  const back = await tracking(clip.id);
  expect(back.missing_since).toBeNull();
  expect(back.views).toBeGreaterThanOrEqual(gone.views);
  await world.simulator.setPostState('tiktok', clip.postId, { visibility: 'deleted' });
  await world.pass(9 * 24, 12);
  expect((await tracking(clip.id)).state).toBe('gone');
});

it('stops counting a YouTube video that becomes unlisted, and notifies its clipper', async () => {
  const account = await world.addAccount('youtube');
  const { id: listingId } = await world.addListing();
  const clip = await world.submitPost(account, listingId, { scenario: 'organic', views: 20_000 });
  await world.pass(2);
  const before = await tracking(clip.id);
  await world.simulator.setPostState('youtube', clip.postId, { visibility: 'unlisted' });
  await world.pass(6);
  expect(await tracking(clip.id)).toMatchObject({ views: before.views, trouble: 'post_hidden' });
  const { body } = await world.db
    .selectFrom('notifications')
    .select('body')
    .where('user_id', '=', account.clipper.userId)
    .where('kind', '=', 'submission.unreadable')
    .executeTakeFirstOrThrow();
  expect(body).toContain('unlisted');
});

it('counts each due clip once when several processes poll at the same moment', async () => {
  const clip = await world.submitClip({ scenario: 'organic', views: 20_000 });
  world.clock.advanceHours(1);
  await Promise.all([world.runDue(), world.runDue(), world.runDue()]);
  expect((await tracking(clip.id)).snapshot_count).toBe(2);
});

it('lowers the count when the platform’s count falls', async () => {
  const clip = await world.submitClip({ scenario: 'organic', views: 20_000 });
  await world.pass(8, 1);
  const before = await tracking(clip.id);
  await world.simulator.setPostState('tiktok', clip.postId, { removeViews: Number(before.views) - 100 });
  await world.pass(1);
  const fallen = await tracking(clip.id);
  expect(fallen.views).toBeLessThan(before.views);
  expect(fallen.eligible_views).toBeLessThanOrEqual(fallen.views);
});
