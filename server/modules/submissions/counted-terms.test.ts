import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { releasedAnalytics } from '#server/testing/released-analytics.ts';

let world: ClipWorld;
let released: ReturnType<typeof releasedAnalytics>;
beforeAll(async () => {
  world = await clipWorld();
  released = releasedAnalytics(world);
});
afterAll(() => world.close());

const engaged = { countedViews: 'engaged' as const, countedCountries: [] };

/** Creates a post of a new account, and a listing that pays for engaged views. */
async function arranged(platform: 'youtube' | 'tiktok') {
  const listing = await world.addListing({ counted: engaged });
  const account = await world.addAccount(platform);
  const { url } = await world.simulator.createPost({ platform, handle: account.handle, caption: 'A clip' });
  const as = account.clipper;
  const submit = () =>
    world.api.send('POST', '/api/submissions', {
      as,
      body: { listingId: listing.id, url, platform, reportedViews: 0 },
    });
  const check = async () => {
    const body = { listingId: listing.id, url };
    const { checks } = (await world.api.send('POST', '/api/submissions/check', { as, body })).body;
    return checks.find((one: { check: string }) => one.check === 'analytics');
  };
  return { ...account, submit, check };
}
const earnsByFigures = async (id: string) =>
  (
    await world.db
      .selectFrom('clip_tracking')
      .select('by_figures')
      .where('submission_id', '=', id)
      .executeTakeFirstOrThrow()
  ).by_figures;

test('refuses an account without released analytics, says what to do, and accepts it once it releases them', async () => {
  const clip = await arranged('youtube');
  const refused = await clip.submit();
  expect(refused.body.code).toBe('analytics_not_released');
  expect(refused.body.detail).toContain(
    'Release your account’s analytics in Settings, under Connected Socials.',
  );
  expect(await clip.check()).toMatchObject({ state: 'failed', code: 'analytics_not_released' });
  await released.release(clip.clipper, clip.handle);
  expect(await clip.check()).toMatchObject({ state: 'passed', label: 'Your account releases its analytics' });
  const taken = await clip.submit();
  expect(taken.status).toBe(200);
  expect(await earnsByFigures(taken.body.id)).toBe(true);
});

test('refuses a platform that does not report which views count', async () => {
  const clip = await arranged('tiktok');
  expect((await clip.submit()).body.code).toBe('analytics_not_reported');
  expect(await clip.check()).toMatchObject({ state: 'failed', code: 'analytics_not_reported' });
});

test('requires no analytics for a listing that pays every view, and its clips earn by their counts', async () => {
  const clip = await world.submitClip();
  expect(await earnsByFigures(clip.id)).toBe(false);
  const body = { listingId: clip.listingId, url: clip.url };
  const { checks } = (await world.api.send('POST', '/api/submissions/check', { as: clip.clipper, body }))
    .body;
  expect(checks.map(({ check }: { check: string }) => check)).not.toContain('analytics');
});

test('notifies a clipper who stops releasing analytics which clips wait, if any earn by them', async () => {
  const listing = await world.addListing({ counted: engaged });
  const account = await world.addAccount('youtube');
  await released.release(account.clipper, account.handle);
  const { id } = await released.connectionOf(account.clipper.accountId);
  const stop = () => world.api.send('DELETE', `/api/connections/${id}/analytics`, { as: account.clipper });
  const notices = () =>
    world.db
      .selectFrom('notifications')
      .select(['title', 'body'])
      .where('user_id', '=', account.clipper.userId)
      .where('kind', '=', 'connection.analytics_ended')
      .execute();
  await stop();
  expect(await notices()).toEqual([]);
  await released.release(account.clipper, account.handle);
  await world.submitPost(account, listing.id, { scenario: 'organic' });
  const { rows } = (await world.api.send('GET', '/api/connections', { as: account.clipper })).body;
  expect(rows[0].analytics).toMatchObject({ earningClips: 1 });
  await stop();
  const found = await notices();
  expect(found).toHaveLength(1);
  expect(found[0]!.body).toContain(
    '1 of its clips is paid only by these figures. Earnings so far stay; later views count only if you release the analytics again',
  );
});
