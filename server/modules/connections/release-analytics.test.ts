import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPerson } from '#server/testing/api.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { releasedAnalytics } from '#server/testing/released-analytics.ts';

const scope = 'https://www.googleapis.com/auth/yt-analytics.readonly';

let world: ClipWorld;
let released: ReturnType<typeof releasedAnalytics>;
beforeAll(async () => {
  world = await clipWorld();
  released = releasedAnalytics(world);
});
afterAll(() => world.close());

const listed = async (as: Parameters<typeof released.release>[0]) =>
  (await world.api.send('GET', '/api/connections', { as })).body.rows[0];
const asked = (as: Parameters<typeof released.release>[0], id: string) =>
  world.api.send('POST', `/api/connections/${id}/analytics`, { as, body: { returnTo: '/clipper/settings' } });

test('an account connected for its counts offers its analytics and releases them by a separate consent', async () => {
  const { clipper, handle } = await world.addAccount('youtube');
  const before = await released.connectionOf(clipper.accountId);
  expect(before.scopes).not.toContain(scope);
  expect((await listed(clipper)).analytics).toEqual({
    releasedAt: null,
    clips: 0,
    readAt: null,
    earningClips: 0,
  });
  const back = await released.release(clipper, handle);
  expect(back.pathname + back.search).toBe('/clipper/settings?analytics=released');
  const after = await released.connectionOf(clipper.accountId);
  expect(after.id).toBe(before.id);
  expect(after.scopes).toContain(scope);
  expect((await listed(clipper)).analytics.releasedAt).not.toBeNull();
  const actions = await world.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', after.id)
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(['connection.added', 'connection.analytics_released']);
});

test('an account stays connected for its counts if its owner withholds the permission or denies everything', async () => {
  const { clipper, handle } = await world.addAccount('youtube');
  const back = await released.release(clipper, handle, scope);
  expect(back.searchParams.get('connect_error')).toBe('analytics_not_granted');
  expect(await released.connectionOf(clipper.accountId)).toMatchObject({
    state: 'active',
    analytics_released_at: null,
  });
  const { id } = await released.connectionOf(clipper.accountId);
  const { authorizeUrl } = (await asked(clipper, id)).body;
  const state = new URL(authorizeUrl).searchParams.get('state');
  const denied = await world.api.send(
    'GET',
    `/api/connections/callback/youtube?error=access_denied&state=${state}`,
    {
      as: clipper,
    },
  );
  expect(String(denied.headers.location)).toContain('connect_error=analytics_not_granted');
  expect((await released.connectionOf(clipper.accountId)).state).toBe('active');
});

test('a consent of another channel changes neither account', async () => {
  const { clipper } = await world.addAccount('youtube');
  const back = await released.release(clipper, 'somebody-else');
  expect(back.searchParams.get('connect_error')).toBe('connection_other_account');
  const rows = await world.db
    .selectFrom('connections')
    .selectAll()
    .where('user_id', '=', clipper.accountId)
    .execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]!.analytics_released_at).toBeNull();
});

test('connecting again without the permission ends the release', async () => {
  const { clipper, handle } = await world.addAccount('youtube');
  await released.release(clipper, handle);
  await world.connect(clipper, 'youtube', handle);
  expect(await released.connectionOf(clipper.accountId)).toMatchObject({
    state: 'active',
    analytics_released_at: null,
  });
});

test('only its owner, a clipper, can release an account’s analytics', async () => {
  const { clipper } = await world.addAccount('youtube');
  const { id } = await released.connectionOf(clipper.accountId);
  const other = await testPerson(world.db, 'clipper');
  expect((await asked(other, id)).body.code).toBe('not_found');
  const host = await testPerson(world.db, 'host');
  await world.connect(host, 'youtube', 'host-channel');
  expect((await asked(host, (await released.connectionOf(host.accountId)).id)).body.code).toBe('wrong_role');
  expect((await listed(host)).analytics).toBeNull();
});

test('a permission that Google no longer grants ends the release, deletes the readings and notifies the owner', async () => {
  const clip = await released.releasedClip({ scenario: 'organic', views: 20_000 });
  await world.pass(24 * 4, 12);
  expect(await released.stretchesOf(clip.id)).not.toEqual([]);
  await world.simulator.withdrawScope(
    'youtube',
    (await released.connectionOf(clip.clipper.accountId)).external_id,
    scope,
  );
  await world.pass(25, 12);
  expect(await released.connectionOf(clip.clipper.accountId)).toMatchObject({
    state: 'active',
    analytics_released_at: null,
  });
  expect(await released.stretchesOf(clip.id)).toEqual([]);
  const notices = await world.db
    .selectFrom('notifications')
    .select(['kind', 'body'])
    .where('user_id', '=', clip.clipper.userId)
    .where('kind', '=', 'connection.analytics_ended')
    .execute();
  expect(notices).toHaveLength(1);
  expect(notices[0]!.body).toContain('judged by their counts alone');
});
