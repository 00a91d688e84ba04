import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { personOf } from '#db/seed/person-of.ts';
import type { Actor } from '#server/http/actor.ts';
import { createSealer } from '#server/infra/seal.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { transact } from '#server/infra/transaction.ts';
import { TEST_SECRET } from '#server/testing/actor.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { removeOtherConnections } from '#server/testing/only-connection.ts';
import { releasedAnalytics } from '#server/testing/released-analytics.ts';
import { call } from '#simulator/trial.ts';
import { eraseConnections, simulatorKeys } from './connections.ts';

let world: ClipWorld;
let released: ReturnType<typeof releasedAnalytics>;
beforeAll(async () => {
  world = await clipWorld();
  released = releasedAnalytics(world);
});
afterAll(() => world.close());

const listed = async (as: Actor, of = world) =>
  (await of.api.send('GET', '/api/connections', { as })).body.rows[0];
const askFor = async (as: Actor, of = world) => {
  const { id } = (await of.api.send('GET', '/api/connections', { as })).body.rows[0];
  const body = { returnTo: '/clipper/settings' };
  return await of.api.send('POST', `/api/connections/${id}/analytics`, { as, body });
};
const consentOf = async (accountId: AccountId) =>
  world.db
    .selectFrom('analytics_consents')
    .selectAll()
    .where('connection_id', '=', (await released.connectionOf(accountId)).id)
    .executeTakeFirst();
const end = async (as: Actor, path = '/analytics') => {
  const { id } = await released.connectionOf(as.accountId);
  return await world.api.send('DELETE', `/api/connections/${id}${path}`, { as });
};
/** Returns the id that the simulator gives the account. */
const accountOf = async (handle: string) =>
  (await world.simulator.ensureAccount({ platform: 'tiktok', handle })).id;
const noticesOf = (accountId: AccountId) =>
  world.db
    .selectFrom('notifications')
    .select(['kind', 'body'])
    .where('user_id', '=', personOf(accountId))
    .execute();

test('a separate consent releases TikTok’s analytics, with sealed tokens, beside the one that counts', async () => {
  const { clipper, handle } = await world.addAccount('tiktok');
  const before = await released.connectionOf(clipper.accountId);
  expect((await listed(clipper)).analytics).toEqual({
    releasedAt: null,
    clips: 0,
    readAt: null,
    earningClips: 0,
  });
  const page = new URL((await askFor(clipper)).body.authorizeUrl);
  expect(page.searchParams.get('scope')).toBe('user.info.basic,user.info.username,video.list,video.insights');
  expect(page.searchParams.get('redirect_uri')).toMatch(/\/api\/connections\/callback\/tiktok\/analytics\/$/);
  const back = await released.release(clipper, handle);
  expect(back.pathname + back.search).toBe('/clipper/settings?analytics=released');
  const after = await released.connectionOf(clipper.accountId);
  expect(after).toEqual({ ...before, analytics_released_at: after.analytics_released_at });
  expect((await listed(clipper)).analytics.releasedAt).not.toBeNull();
  const consent = await consentOf(clipper.accountId);
  expect(consent!.external_id).not.toBe(after.external_id);
  expect(consent!.access_token_sealed).not.toContain('act.');
  const actions = await world.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', after.id)
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(['connection.added', 'connection.analytics_released']);
});

test('refuses and revokes a consent of another account, even under the account’s former name', async () => {
  const { clipper, handle } = await world.addAccount('tiktok');
  const back = await released.release(clipper, 'somebody-else');
  expect(back.searchParams.get('connect_error')).toBe('connection_other_account');
  expect(await consentOf(clipper.accountId)).toBeUndefined();
  expect((await released.connectionOf(clipper.accountId)).analytics_released_at).toBeNull();
  await world.db
    .updateTable('connections')
    .set({ handle: 'somebody-else' })
    .where('user_id', '=', clipper.accountId)
    .execute();
  const again = await released.release(clipper, 'somebody-else');
  expect(again.searchParams.get('connect_error')).toBe('connection_other_account');
  expect((await released.release(clipper, handle)).searchParams.get('analytics')).toBe('released');
});

test('refusing one person’s consent does not end another person’s release', async () => {
  const owner = await world.addAccount('tiktok');
  await released.release(owner.clipper, owner.handle);
  const other = await world.addAccount('tiktok');
  const back = await released.release(other.clipper, owner.handle);
  expect(back.searchParams.get('connect_error')).toBe('connection_other_account');
  const clip = await world.submitPost(owner, (await world.addListing()).id, { views: 5_000 });
  await world.pass(24 * 4, 12);
  expect(await released.stretchesOf(clip.id)).not.toEqual([]);
});

test.each(['video.insights', 'user.info.username'])(
  'a person who does not grant %s reads which permission is missing, and stays connected for counts',
  async (scope) => {
    const { clipper, handle } = await world.addAccount('tiktok');
    const back = await released.release(clipper, handle, scope);
    expect(back.searchParams.get('connect_error')).toBe('analytics_not_granted');
    expect(back.searchParams.get('connect_missing')).toBe(scope);
    expect(await consentOf(clipper.accountId)).toBeUndefined();
    expect((await released.connectionOf(clipper.accountId)).state).toBe('active');
  },
);

/** Whether TikTok still accepts a stored token. */
async function isKnown({
  access_token_sealed,
  external_id,
}: NonNullable<Awaited<ReturnType<typeof consentOf>>>) {
  const sealer = createSealer(soleSecret(TEST_SECRET), 'platform tokens');
  const reply = await call(
    `${world.simulator.urls.tiktokBusinessApi}/business/get/?business_id=${external_id}`,
    {
      headers: { 'access-token': sealer.unseal(access_token_sealed) },
    },
  );
  return reply.json.code === 0;
}

test('ending a release or removing the account ends the consent, here and at TikTok', async () => {
  const { clipper, handle } = await world.addAccount('tiktok');
  for (const path of ['/analytics', '']) {
    await released.release(clipper, handle);
    const consent = (await consentOf(clipper.accountId))!;
    expect(await isKnown(consent)).toBe(true);
    await end(clipper, path);
    expect(await consentOf(clipper.accountId)).toBeUndefined();
    expect(await isKnown(consent)).toBe(false);
  }
});

test('closing the account deletes the consent and returns what is needed to revoke it', async () => {
  const { clipper, handle } = await world.addAccount('tiktok');
  await released.release(clipper, handle);
  const consent = (await consentOf(clipper.accountId))!;
  const ended = await transact(world.db, (tx) => eraseConnections(tx, clipper.accountId, world.clock.now()));
  expect(ended).toHaveLength(2);
  expect(ended[1]).toEqual({
    platform: 'tiktok',
    isOfAnalytics: true,
    accessTokenSealed: consent.access_token_sealed,
    refreshTokenSealed: consent.refresh_token_sealed,
  });
  expect(await consentOf(clipper.accountId)).toBeUndefined();
});

test('an account that is connected again keeps its release', async () => {
  const { clipper, handle } = await world.addAccount('tiktok');
  await released.release(clipper, handle);
  await world.connect(clipper, 'tiktok', handle);
  expect((await released.connectionOf(clipper.accountId)).analytics_released_at).not.toBeNull();
  expect(await consentOf(clipper.accountId)).toBeDefined();
});

test('renews daily tokens while clips are read, and a revoked consent ends only the release, with a notification', async () => {
  const clip = await released.releasedClip({ scenario: 'organic', views: 20_000 }, [], {
    platform: 'tiktok',
  });
  await world.pass(24 * 5, 12);
  const stretches = await released.stretchesOf(clip.id);
  expect(stretches.length).toBeGreaterThanOrEqual(3);
  await world.simulator.disconnect('tiktok-business', await accountOf(clip.handle));
  await world.pass(48, 6);
  expect(await released.connectionOf(clip.clipper.accountId)).toMatchObject({
    state: 'active',
    analytics_released_at: null,
  });
  expect(await released.stretchesOf(clip.id)).toEqual([]);
  expect(await consentOf(clip.clipper.accountId)).toBeUndefined();
  const notices = (await noticesOf(clip.clipper.accountId)).filter(
    ({ kind }) => kind === 'connection.analytics_ended',
  );
  expect(notices).toHaveLength(1);
  expect(notices[0]!.body).toContain('TikTok no longer lets us read the analytics');
});

test('notices a revoked consent within a day, even without clips to read', async () => {
  const { clipper, handle } = await world.addAccount('tiktok');
  await released.release(clipper, handle);
  await world.pass(1);
  await removeOtherConnections(world.db, (await released.connectionOf(clipper.accountId)).id);
  await world.simulator.disconnect('tiktok-business', await accountOf(handle));
  await world.pass(48, 12);
  expect(await consentOf(clipper.accountId)).toBeUndefined();
});

test('offers no release without an app for Business', async () => {
  const { business: _, ...tiktok } = simulatorKeys.tiktok!;
  const without = await clipWorld(undefined, { ...simulatorKeys, tiktok });
  const { clipper } = await without.addAccount('tiktok');
  expect((await listed(clipper, without)).analytics).toBeNull();
  expect((await askFor(clipper, without)).body.code).toBe('not_found');
  await without.close();
});

test('reports a silent TikTok for Business, changes nothing, and allows another try', async () => {
  const { clipper, handle } = await world.addAccount('tiktok');
  const fault = { service: 'tiktok-business', minutes: 5 } as const;
  for (const mode of ['down', 'rate-limited'] as const) {
    await world.simulator.setFault({ ...fault, mode });
    const back = await released.release(clipper, handle);
    expect(back.searchParams.get('connect_error')).toBe('platform_unavailable');
  }
  await world.simulator.setFault({ ...fault, mode: 'ok' });
  expect((await released.connectionOf(clipper.accountId)).analytics_released_at).toBeNull();
  expect((await released.release(clipper, handle)).searchParams.get('analytics')).toBe('released');
});
