import { afterAll, expect, test } from 'vitest';
import { personOf } from '#db/seed/person-of.ts';
import { connectedAccounts } from '#server/testing/connected-accounts.ts';
import { removeOtherConnections } from '#server/testing/only-connection.ts';
import { decide } from '#simulator/trial.ts';
import { finishConnection, startConnection } from './connect.ts';
import { openAnalytics } from './open-analytics.ts';
import { endAnalytics } from './release-analytics.ts';

const { t, simulated, deps, connected, close } = await connectedAccounts();
afterAll(close);

/**
 * Creates a TikTok account that releases its analytics by a separate consent with an expired access token.
 */
async function expired() {
  const { id, user_id: accountId, handle } = await connected('tiktok');
  const now = simulated.clock.now();
  const ask = { accountId, platform: 'tiktok' as const, returnTo: '/', releases: id, now };
  const started = await startConnection(deps(), ask);
  if (!('authorizeUrl' in started)) throw new Error('not started');
  const back = await decide(started.authorizeUrl, 'allow', handle);
  const [state, code] = ['state', 'code'].map((name) => back.searchParams.get(name)!);
  expect(
    await finishConnection(deps(), { ...ask, userId: personOf(accountId), state: state!, code: code! }),
  ).toMatchObject({
    refusal: null,
  });
  simulated.clock.advanceHours(30);
  return { id, accountId };
}

/** Returns the consent's adapter, changed so that `meanwhile` runs during a refresh. */
function consentThat(meanwhile: () => Promise<unknown>) {
  const own = simulated.adapters.posts('tiktok')!.analyticsConsent!;
  const seen = { refreshes: 0, revoked: 0 };
  const consent: typeof own = {
    ...own,
    async refresh(tokens) {
      seen.refreshes += 1;
      const answer = await own.refresh(tokens);
      await meanwhile();
      return answer;
    },
    async revoke(tokens) {
      seen.revoked += 1;
      return await own.revoke(tokens);
    },
  };
  const open = (connectionId: string) =>
    openAnalytics(deps(), consent, { connectionId, now: simulated.clock.now() });
  return { seen, open };
}

const consentOf = (id: string) =>
  t.db.selectFrom('analytics_consents').selectAll().where('connection_id', '=', id).executeTakeFirst();

test('concurrent callers use a consent’s refresh token once, and all get the new token', async () => {
  const { id } = await expired();
  const { seen, open } = consentThat(async () => undefined);
  const opened = await Promise.all(Array.from({ length: 12 }, () => open(id)));
  expect(opened.map(({ ok }) => ok)).toEqual(Array(12).fill(true));
  expect(new Set(opened.map((answer) => answer.ok && answer.value.access.accessToken)).size).toBe(1);
  expect(seen.refreshes).toBe(1);
  expect(await consentOf(id)).toMatchObject({ refresh_leased_until: null });
});

test('a release that ends during a refresh stays ended, and the new tokens are revoked too', async () => {
  const { id, accountId } = await expired();
  const ends = () =>
    endAnalytics(deps(), {
      connectionId: id,
      accountId,
      userId: personOf(accountId),
      now: simulated.clock.now(),
    });
  const { seen, open } = consentThat(ends);
  expect(await open(id)).toMatchObject({ ok: false, problem: { kind: 'denied' } });
  expect(await consentOf(id)).toBeUndefined();
  expect(seen.revoked).toBe(1);
});

test('a silent platform ends nothing: the lease is released, and the next caller retries', async () => {
  const { id } = await expired();
  const { open } = consentThat(async () => undefined);
  await simulated.simulator.setFault({ service: 'tiktok-business', mode: 'down', minutes: 5 });
  expect(await open(id)).toMatchObject({ ok: false, problem: { kind: 'transient' } });
  expect(await consentOf(id)).toMatchObject({ refresh_leased_until: null });
  await simulated.simulator.setFault({ service: 'tiktok-business', mode: 'ok', minutes: 1 });
  expect(await open(id)).toMatchObject({ ok: true });
});

test('a permission missing after renewing tokens ends only the release', async () => {
  const { id, accountId } = await expired();
  await removeOtherConnections(t.db, id);
  const rowOf = () =>
    t.db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { external_id } = await rowOf();
  await simulated.simulator.withdrawScope('tiktok-business', external_id, 'video.insights');
  expect(await consentThat(async () => undefined).open(id)).toMatchObject({
    problem: { kind: 'token_dead' },
  });
  expect(await consentOf(id)).toBeUndefined();
  expect(await rowOf()).toMatchObject({ state: 'active', analytics_released_at: null });
  const notices = await t.db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', personOf(accountId))
    .execute();
  expect(notices).toEqual([{ kind: 'connection.analytics_ended' }]);
});
