import { afterAll, expect, it } from 'vitest';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { clipWorld } from '#server/testing/clip-world.ts';
import { testModules } from '#server/testing/modules.ts';

const world = await clipWorld();
afterAll(world.close);

type Account = Awaited<ReturnType<typeof world.addAccount>>;

async function submitted(
  platform: PostPlatform,
  post: { caption: string; paidPromotion?: boolean },
  account?: Account,
) {
  const listing = await world.addListing({ disclosure: true, tags: ['#hollow', '@marlow'] });
  const { clipper: as, handle } = account ?? (await world.addAccount(platform));
  const made = await world.simulator.createPost({
    platform,
    handle,
    curve: [{ hours: 0, views: 10, likes: 1, comments: 0, shares: 0 }],
    ...post,
  });
  const body = { listingId: listing.id, url: made.url, platform, reportedViews: 0 };
  const sent = await world.api.send('POST', '/api/submissions', { as, body });
  const edit = (change: { caption?: string; paidPromotion?: boolean; visibility?: 'deleted' }) =>
    world.simulator.setPostState(platform, made.id, change);
  const recheck = async () =>
    await world.api.send('POST', `/api/submissions/${sent.body.id}/check-caption`, { as });
  return { sent, id: sent.body.id as string, as, host: listing.host, edit, recheck };
}

it('says exactly what to fix, as far as each platform shows the caption', async () => {
  const detail = async (platform: PostPlatform, caption: string) =>
    (await submitted(platform, { caption })).sent.body.detail;
  expect(await detail('tiktok', 'The run #hollow')).toBe('The caption is missing @marlow.');
  expect(await detail('tiktok', '#hollow @marlow')).toBe(
    'The caption must say that the clip is paid, such as #ad or #sponsored, and not deny it. TikTok does not let us read its own label.',
  );
  expect(await detail('youtube', '#hollow @marlow')).toMatch(
    /YouTube's "paid promotion" must be switched on/,
  );
});

it('accepts YouTube’s own label instead of the words, and notices when it is switched off', async () => {
  const clip = await submitted('youtube', { caption: '#hollow @marlow', paidPromotion: true });
  expect(clip.sent.status).toBe(200);
  expect((await clip.recheck()).body).toEqual({ captionProblem: null });
  await clip.edit({ paidPromotion: false });
  const { captionProblem } = (await clip.recheck()).body;
  expect(captionProblem.sentence).toMatch(/^The title or description must say that the clip is paid/);
  expect(Date.parse(captionProblem.fixBy) - world.clock.now().getTime()).toBe(48 * 3_600_000);
  await clip.edit({ paidPromotion: true });
  expect((await clip.recheck()).body).toEqual({ captionProblem: null });
});

it.each(['tiktok', 'instagram'] as const)(
  'finds a caption on %s that loses its tags within 30 hours, and notifies once',
  async (platform) => {
    const clip = await submitted(platform, { caption: 'The run #hollow @marlow #ad' });
    await clip.edit({ caption: 'The run @marlow' });
    await world.pass(30, 4);
    const notified = await world.db
      .selectFrom('notifications')
      .select(['kind', 'body'])
      .where('user_id', '=', clip.as.userId)
      .where('kind', 'like', '%caption%')
      .execute();
    expect(notified.map((row) => row.kind)).toEqual(['submission.caption_check_failed']);
    expect(notified[0]!.body).toMatch(/^The caption is missing #hollow\. The caption must say/);
    const { body } = await world.api.send('GET', '/api/host/submissions', { as: clip.host });
    expect(body.rows[0]).toMatchObject({
      caption: 'The run @marlow',
      captionProblem: { earnsNothing: false },
    });
    const audit = await world.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', clip.id)
      .where('action', 'like', '%caption%')
      .execute();
    expect(audit).toEqual([{ action: 'submission.caption_check_failed' }]);
  },
);

const FULL = 'The run #hollow @marlow #ad';
const hoursLeft = (problem: { fixBy: string }) =>
  (Date.parse(problem.fixBy) - world.clock.now().getTime()) / 3_600_000;
const nextCheckOf = async (id: string) =>
  (
    await world.db
      .selectFrom('caption_checks')
      .select('next_check_at')
      .where('submission_id', '=', id)
      .executeTakeFirstOrThrow()
  ).next_check_at;
const hoursUntil = (at: Date | null) =>
  at ? (at.getTime() - world.clock.now().getTime()) / 3_600_000 : Number.NaN;
/** Edits the caption and has the post read. */
async function relabel(clip: Awaited<ReturnType<typeof submitted>>, caption: string) {
  await clip.edit({ caption });
  return (await clip.recheck()).body.captionProblem;
}

it('gives no 48 hours when a caption fails again within 30 days, and earns again once a reading finds it fixed', async () => {
  const clip = await submitted('tiktok', { caption: FULL });
  expect(await relabel(clip, '#hollow @marlow')).toMatchObject({ earnsNothing: false, isRepeat: false });
  expect(await relabel(clip, FULL)).toBeNull();
  await world.pass(49, 7);
  const problem = await relabel(clip, '#hollow @marlow');
  expect(problem).toMatchObject({ earnsNothing: true, isRepeat: true });
  expect(hoursLeft(problem)).toBe(0);
  const notices = await world.db
    .selectFrom('notifications')
    .select(['kind', 'body'])
    .where('user_id', 'in', [clip.as.userId, clip.host.userId])
    .where('kind', 'like', '%caption_check_overdue')
    .orderBy('kind')
    .execute();
  expect(notices.map(({ kind }) => kind)).toEqual([
    'listing.clip_caption_check_overdue',
    'submission.caption_check_overdue',
  ]);
  expect(notices[1]!.body).toMatch(
    /This time there are no 48 hours to fix it, because a caption of yours failed within the last 30 days\./,
  );
  await world.pass(3, 1);
  expect(await relabel(clip, FULL)).toBeNull();
});

it('gives each post 48 hours if it loses its label within 48 hours of the first notice', async () => {
  const account = await world.addAccount('tiktok');
  const [first, second] = [
    await submitted('tiktok', { caption: FULL }, account),
    await submitted('tiktok', { caption: FULL }, account),
  ];
  await relabel(first, '#hollow @marlow');
  await relabel(first, FULL);
  await world.pass(20, 5);
  const problem = await relabel(second, '#hollow @marlow');
  expect(problem).toMatchObject({ earnsNothing: false, isRepeat: false });
  expect(hoursLeft(problem)).toBe(48);
});

it('keeps the first deadline of a post that is fixed and loses its label again within its 48 hours', async () => {
  const clip = await submitted('tiktok', { caption: FULL });
  await relabel(clip, '#hollow @marlow');
  await relabel(clip, FULL);
  await world.pass(20, 5);
  expect(hoursLeft(await relabel(clip, '#hollow @marlow'))).toBe(28);
});

it('gives each clipper separate 48 hours, and again 30 days after the last notice', async () => {
  const clip = await submitted('tiktok', { caption: FULL });
  await relabel(clip, '#hollow @marlow');
  await relabel(clip, FULL);
  await world.pass(72, 24);
  const others = await submitted('tiktok', { caption: FULL });
  expect(hoursLeft(await relabel(others, '#hollow @marlow'))).toBe(48);
  await world.pass(28 * 24, 24);
  expect(hoursLeft(await relabel(clip, '#hollow @marlow'))).toBe(48);
});

it('reads a complete caption again after 2 to 30 hours, at a random time', async () => {
  const clip = await submitted('tiktok', { caption: FULL });
  const hours: number[] = [];
  const untilNext = async () => hoursUntil(await nextCheckOf(clip.id));
  for (let reading = 0; reading < 4; reading += 1) {
    world.clock.advanceHours(await untilNext());
    await world.runDue();
    hours.push(await untilNext());
  }
  expect(Math.min(...hours)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...hours)).toBeLessThanOrEqual(30);
  expect(new Set(hours).size).toBe(hours.length);
});

it('keeps the time of the next reading when the clipper asks for one', async () => {
  const clip = await submitted('tiktok', { caption: FULL });
  const planned = await nextCheckOf(clip.id);
  await world.pass(12, 12);
  expect(await relabel(clip, FULL)).toBeNull();
  expect(await nextCheckOf(clip.id)).toEqual(planned);
  await clip.edit({ caption: '#hollow @marlow' });
  await world.pass(13, 1);
  expect((await clip.recheck()).body.captionProblem).toMatchObject({ since: expect.any(String) });
  const notice = await world.db
    .selectFrom('notifications')
    .select('created_at')
    .where('user_id', '=', clip.as.userId)
    .where('kind', '=', 'submission.caption_check_failed')
    .executeTakeFirstOrThrow();
  expect(notice.created_at.getTime()).toBeLessThan(world.clock.now().getTime());
});

it('does not approve a clip automatically while its caption lacks something', async () => {
  const clip = await submitted('tiktok', { caption: 'The run #hollow @marlow #ad' });
  await clip.edit({ caption: '' });
  await clip.recheck();
  await world.db
    .updateTable('submissions')
    .set({ decision_started_at: world.clock.now(), decide_by: world.clock.now() })
    .where('id', '=', clip.id)
    .execute();
  await world.runDue();
  const row = await world.db
    .selectFrom('submissions')
    .select(['status', 'escalated'])
    .where('id', '=', clip.id)
    .executeTakeFirst();
  expect(row).toEqual({ status: 'pending', escalated: true });
});

it('can’t check a caption after the operator has removed the platform’s keys', async () => {
  const clip = await submitted('tiktok', { caption: '#hollow @marlow #ad' });
  const keyless = await testApi(world.db, world.clock, testModules(world.db, world.clock, ['submissions']));
  const { body } = await keyless.send('POST', `/api/submissions/${clip.id}/check-caption`, { as: clip.as });
  expect(body.code).toBe('platform_not_set_up');
  await keyless.close();
});

it('knows no caption while the platform fails or the post is hidden, and answers 404 to other people', async () => {
  const clip = await submitted('tiktok', { caption: '#hollow @marlow #ad' });
  await clip.edit({ caption: '' });
  await world.simulator.setFault({ service: 'tiktok', mode: 'down', minutes: 30 });
  expect((await clip.recheck()).body.code).toBe('platform_unavailable');
  await world.simulator.setFault({ service: 'tiktok', mode: 'ok', minutes: 1 });
  await clip.edit({ visibility: 'deleted' });
  const planned = await nextCheckOf(clip.id);
  expect((await clip.recheck()).body.code).toBe('post_not_found');
  expect(await nextCheckOf(clip.id)).toEqual(planned);
  const row = await world.db
    .selectFrom('caption_checks')
    .select('missing')
    .where('submission_id', '=', clip.id)
    .executeTakeFirst();
  expect(row).toEqual({ missing: [] });
  const other = await testPerson(world.db, 'clipper');
  const refused = await world.api.send('POST', `/api/submissions/${clip.id}/check-caption`, { as: other });
  expect(refused.status).toBe(404);
});
