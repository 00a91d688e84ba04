import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { createSealer } from '#server/infra/seal.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { removeOtherConnections } from '#server/testing/only-connection.ts';
import { type SimulatedPlatforms, startSimulatedPlatforms } from '#server/testing/simulated-platforms.ts';
import { decide } from '#simulator/trial.ts';
import { openAccess } from './access.ts';

let t: TestDatabase;
let simulated: SimulatedPlatforms;
let api: Awaited<ReturnType<typeof testApi>>;
const sealer = createSealer(soleSecret('a secret for tests that is long enough'), 'platform tokens');
const appUrl = 'http://localhost:3000';
beforeAll(async () => {
  t = await testDatabase();
  simulated = await startSimulatedPlatforms();
  api = await testApi(
    t.db,
    simulated.clock,
    testModules(t.db, simulated.clock, ['connections'], { platforms: deps() }),
  );
});
afterAll(async () => {
  await api.close();
  await simulated.simulator.stop();
  await t.close();
});

/** Tokens that were revoked at the platforms. */
const revoked: string[] = [];
function deps() {
  const { adapters } = simulated;
  const connect = (platform: ConnectablePlatform) => {
    const adapter = adapters.connect(platform)!;
    const revoke: typeof adapter.revoke = (tokens) => {
      revoked.push(tokens.accessToken);
      return adapter.revoke(tokens);
    };
    return { ...adapter, revoke };
  };
  return { db: t.db, sealer, appUrl, adapters: { ...adapters, connect } };
}

/**
 * Goes through the connection like a browser, withholding a permission if one is named. Returns the final
 * address.
 */
async function goThrough(
  as: Awaited<ReturnType<typeof testPerson>>,
  platform: ConnectablePlatform,
  handle: string,
  withhold?: string,
): Promise<URL> {
  const body = { platform, returnTo: '/clipper/settings' };
  const started = await api.send('POST', '/api/connections/start', { as, body });
  const back = await decide(started.body.authorizeUrl, 'allow', handle, withhold);
  const ended = await api.send('GET', back.pathname + back.search, { as });
  return new URL(String(ended.headers.location), appUrl);
}

const rowsOf = (accountId: AccountId) =>
  t.db.selectFrom('connections').selectAll().where('user_id', '=', accountId).execute();

test.each([
  ['tiktok', 'user.info.profile'],
  ['tiktok', 'user.info.stats'],
  ['tiktok', 'video.list'],
  ['instagram', 'instagram_business_manage_insights'],
] as const)(
  '%s without %s is not connected; the missing permission is named and the consent revoked',
  async (platform, scope) => {
    const person = await testPerson(t.db, 'clipper');
    const given = revoked.length;
    const ended = await goThrough(person, platform, `half-${scope}`.slice(0, 30), scope);
    expect(Object.fromEntries(ended.searchParams)).toEqual({
      connect_error: 'connection_permission_missing',
      connect_missing: scope,
    });
    expect(await rowsOf(person.accountId)).toEqual([]);
    expect(revoked.length).toBe(given + 1);
    const whole = await goThrough(person, platform, `half-${scope}`.slice(0, 30));
    expect(Object.fromEntries(whole.searchParams)).toEqual({ connected: platform });
  },
);

test('a second consent with fewer permissions does not end the connected account', async () => {
  const person = await testPerson(t.db, 'clipper');
  await goThrough(person, 'tiktok', 'kept');
  const given = revoked.length;
  const ended = await goThrough(person, 'tiktok', 'kept', 'video.list');
  expect(ended.searchParams.get('connect_missing')).toBe('video.list');
  const [row] = await rowsOf(person.accountId);
  expect(row!.state).toBe('active');
  expect((await openAccess(deps(), row!.id, simulated.clock.now())).ok).toBe(true);
  expect(revoked.length).toBe(given);
});

test('a permission missing from refreshed tokens ends the connection and is named to the person', async () => {
  const person = await testPerson(t.db, 'clipper');
  await goThrough(person, 'tiktok', 'narrowed');
  const [row] = await rowsOf(person.accountId);
  await removeOtherConnections(t.db, row!.id);
  simulated.clock.advanceHours(24);
  const tiktok = simulated.adapters.posts('tiktok')!;
  const refresh: typeof tiktok.refresh = async (tokens) => {
    const answer = await tiktok.refresh(tokens);
    return answer.ok
      ? { ...answer, value: { ...answer.value, scopes: 'user.info.basic user.info.stats' } }
      : answer;
  };
  const adapters = { ...simulated.adapters, posts: () => ({ ...tiktok, refresh }) };
  const opened = await openAccess({ ...deps(), adapters }, row!.id, simulated.clock.now());
  expect(opened).toMatchObject({ problem: { kind: 'token_dead' } });
  expect((await rowsOf(person.accountId))[0]!.state).toBe('dead');
  const { body } = await t.db
    .selectFrom('notifications')
    .select('body')
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow();
  expect(body).toContain(
    '“Read your additional profile information”, “Read your public videos” for @narrowed',
  );
});

test('asks Twitch for no permission, and connects a host all the same', async () => {
  const person = await testPerson(t.db, 'host');
  const ended = await goThrough(person, 'twitch', 'streamer');
  expect(Object.fromEntries(ended.searchParams)).toEqual({ connected: 'twitch' });
  expect((await rowsOf(person.accountId))[0]!.scopes).toBe('');
});
