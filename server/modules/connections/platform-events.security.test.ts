import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { personOf } from '#db/seed/person-of.ts';
import { after, DAY, HOUR, MINUTE, MovableClock, SECOND } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createSealer } from '#server/infra/seal.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { metaRequest, tiktokRemoval, tiktokSignature } from '#simulator/consent/events.ts';
import { startTrial } from '#simulator/trial.ts';
import { createAdapters, platformEndpoints, readCounts, simulatorKeys } from './connections.ts';

const { db, close } = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const sealer = createSealer(soleSecret('a secret for tests that is long enough'), 'platform tokens');
const events = {
  tiktok: { clientKey: 'our-key', clientSecret: 'tiktok secret' },
  instagram: { clientId: 'our-app', clientSecret: 'meta secret' },
};
const appUrl = 'http://localhost:3000';
const adapters = createAdapters(simulatorKeys, platformEndpoints({}, null), clock);
const platforms = { adapters, keys: { ...simulatorKeys, ...events } };
const api = await testApi(db, clock, testModules(db, clock, ['connections'], { platforms }));
afterAll(async () => {
  await api.close();
  await close();
});

async function connected(platform: 'tiktok' | 'instagram', connectedAt = after(clock.now(), -HOUR)) {
  const { accountId } = await testPerson(db, 'clipper');
  const id = newId();
  const tokens = { access_token_sealed: sealer.seal('access'), refresh_token_sealed: sealer.seal('refresh') };
  const account = { platform, external_id: `account-${id}`, handle: 'clips', display_name: 'Clips' };
  // Instagram gives an account another id for each app.
  const scopedId = platform === 'instagram' ? `towards-us-${id}` : null;
  await db
    .insertInto('connections')
    .values({
      ...account,
      ...tokens,
      id,
      app_scoped_id: scopedId,
      user_id: accountId,
      state: 'active',
      connected_at: connectedAt,
    })
    .execute();
  return { id, accountId, externalId: account.external_id, scopedId: scopedId ?? '' };
}

const row = (id: string) =>
  db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function deliver(url: string, { headers, body }: { headers: Record<string, string>; body: string }) {
  const reply = await api.server.inject({ method: 'POST', url, headers, payload: body });
  return { status: reply.statusCode, body: reply.json() as Record<string, string> };
}
const toTiktok = (sent: ReturnType<typeof tiktokRemoval>) => deliver('/webhooks/tiktok', sent);
const removal = (id: string, at = clock.now()) => tiktokRemoval({ id }, events.tiktok, at);
const notices = async (accountId: AccountId) =>
  (
    await db.selectFrom('notifications').select('kind').where('user_id', '=', personOf(accountId)).execute()
  ).map(({ kind }) => kind);

test('when TikTok reports a revoked consent, its tokens are deleted, the person is notified once, and nothing more is read', async () => {
  const { id, accountId, externalId } = await connected('tiktok');
  const sent = removal(externalId);
  const replies = await Promise.all([1, 2, 3, 4].map(() => toTiktok(sent)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await row(id)).toMatchObject({
    state: 'dead',
    access_token_sealed: null,
    refresh_token_sealed: null,
  });
  expect(await notices(accountId)).toEqual(['connection.dead']);
  const reader = { db, adapters, sealer };
  expect(await readCounts(reader, id, [{ postId: '7300000000000000001' }], clock.now())).toMatchObject({
    problem: { kind: 'token_dead' },
  });
});

test('ignores a message that TikTok did not sign, signed long ago or for another app', async () => {
  const { id, externalId } = await connected('tiktok');
  const right = removal(externalId);
  const signedAs = (signature: string) => ({
    ...right,
    headers: { ...right.headers, 'tiktok-signature': signature },
  });
  const now = clock.now();
  const other = tiktokRemoval({ id: externalId }, { ...events.tiktok, clientKey: 'their-key' }, now);
  const forgeries = [
    signedAs(''),
    signedAs('t=1,s=00'),
    signedAs(tiktokSignature(right.body, 'another secret', now)),
    signedAs(tiktokSignature(`${right.body} `, events.tiktok.clientSecret, now)),
    signedAs(tiktokSignature(right.body, events.tiktok.clientSecret, after(now, -6 * MINUTE))),
    signedAs(tiktokSignature(right.body, events.tiktok.clientSecret, after(now, 6 * MINUTE))),
    { ...right, body: right.body.replace(externalId, 'somebody') },
    other,
    {
      ...right,
      body: '[]',
      headers: {
        ...right.headers,
        'tiktok-signature': tiktokSignature('[]', events.tiktok.clientSecret, now),
      },
    },
  ];
  for (const forgery of forgeries) {
    expect(await toTiktok(forgery)).toMatchObject({ status: 400, body: { code: 'webhook_refused' } });
  }
  expect((await row(id)).state).toBe('active');
  expect((await toTiktok(right)).status).toBe(200);
  expect((await row(id)).state).toBe('dead');
});

test('a message repeated after the person connected again revokes nothing', async () => {
  const { id, externalId } = await connected('tiktok');
  const sent = removal(externalId);
  await toTiktok(sent);
  clock.advance(2 * MINUTE);
  const anew = {
    state: 'active' as const,
    connected_at: clock.now(),
    access_token_sealed: sealer.seal('new'),
  };
  await db.updateTable('connections').set(anew).where('id', '=', id).execute();
  // First the same body with a new signature, then another body about the same moment.
  const again = tiktokSignature(sent.body, events.tiktok.clientSecret, clock.now());
  await toTiktok({ ...sent, headers: { ...sent.headers, 'tiktok-signature': again } });
  const old = tiktokRemoval({ id: externalId, reason: 2 }, events.tiktok, after(clock.now(), -2 * MINUTE));
  const resigned = tiktokSignature(old.body, events.tiktok.clientSecret, clock.now());
  await toTiktok({ ...old, headers: { ...old.headers, 'tiktok-signature': resigned } });
  expect((await row(id)).state).toBe('active');
  clock.advance(2 * SECOND);
  await toTiktok(removal(externalId));
  expect((await row(id)).state).toBe('dead');
});

test('Meta: handles the removed app and the requested deletion with a status page, and ignores forged requests', async () => {
  const { id, accountId, scopedId } = await connected('instagram');
  const ask = (secret = events.instagram.clientSecret, at = clock.now()) => metaRequest(scopedId, secret, at);
  for (const what of ['deauthorize', 'deletion']) {
    const url = `/webhooks/instagram/${what}`;
    const nothing = { headers: ask().headers, body: 'signed_request=a.b' };
    const early = ask(undefined, after(clock.now(), 6 * MINUTE));
    for (const forgery of [ask('another secret'), early, nothing, { ...nothing, body: '' }]) {
      expect((await deliver(url, forgery)).status).toBe(400);
    }
  }
  expect((await row(id)).state).toBe('active');
  expect((await deliver('/webhooks/instagram/deauthorize', ask())).status).toBe(200);
  expect(await row(id)).toMatchObject({ state: 'dead', access_token_sealed: null });

  const asked = ask();
  const first = await deliver('/webhooks/instagram/deletion', asked);
  expect((await deliver('/webhooks/instagram/deletion', asked)).body).toEqual(first.body);
  const erased = { handle: 'erased', external_id: `erased:${id}`, app_scoped_id: null, scopes: '' };
  expect(await row(id)).toMatchObject({ state: 'removed', ...erased });
  expect(await notices(accountId)).toEqual(['connection.dead', 'connection.erased']);
  expect(first.body.url).toBe(`${appUrl}/webhooks/instagram/deletion/${first.body.confirmation_code}`);
  const path = new URL(first.body.url!).pathname;
  const page = await api.server.inject({ method: 'GET', url: path });
  expect(page.statusCode).toBe(200);
  expect(page.body).toMatch(/^What came from Instagram was deleted on 2026-03-02: .*captions of its posts/);
  expect(page.body).toContain('What people were paid by stays');
  expect((await api.server.inject({ method: 'GET', url: `${path}0` })).statusCode).toBe(404);
});

test.each([2 * MINUTE, 3 * DAY, 100 * DAY])(
  'Meta: honours a request that arrives %i ms late, and its repetition',
  async (late) => {
    const asked = after(clock.now(), -late);
    const { id, scopedId } = await connected('instagram', after(asked, -HOUR));
    const request = metaRequest(scopedId, events.instagram.clientSecret, asked);
    expect((await deliver('/webhooks/instagram/deauthorize', request)).status).toBe(200);
    expect((await row(id)).state).toBe('dead');
    const first = await deliver('/webhooks/instagram/deletion', request);
    expect((await row(id)).state).toBe('removed');
    await db.deleteFrom('webhook_events').execute();
    expect(await deliver('/webhooks/instagram/deletion', request)).toEqual(first);
    const page = await api.server.inject({ method: 'GET', url: new URL(first.body.url!).pathname });
    expect(page.body).toMatch(/^What came from Instagram was deleted/);
  },
);

test('Meta: a late request ends no consent that was given after it', async () => {
  const asked = after(clock.now(), -3 * DAY);
  const { id, scopedId } = await connected('instagram', after(asked, HOUR));
  const request = metaRequest(scopedId, events.instagram.clientSecret, asked);
  for (const what of ['deauthorize', 'deletion']) {
    expect((await deliver(`/webhooks/instagram/${what}`, request)).status).toBe(200);
  }
  expect((await row(id)).state).toBe('active');
});

test('Meta: a request about an unknown account deletes nothing, and its page says so', async () => {
  const { id } = await connected('instagram');
  const asked = await deliver(
    '/webhooks/instagram/deletion',
    metaRequest('nobody', events.instagram.clientSecret, clock.now()),
  );
  expect(asked.status).toBe(200);
  expect((await row(id)).state).toBe('active');
  const page = await api.server.inject({ method: 'GET', url: new URL(asked.body.url!).pathname });
  expect(page.statusCode).toBe(200);
  expect(page.body).toMatch(/No account that is connected here is the one it names, so nothing was deleted/);
});

test("the simulator sends a message when a person removes the app in TikTok's own settings", async () => {
  const url = await api.server.listen({ host: '127.0.0.1', port: 0 });
  const { simulator } = await startTrial({
    clock,
    consentTargets: { tiktok: { url: `${url}/webhooks/tiktok`, ...events.tiktok } },
  });
  const { id, externalId } = await connected('tiktok');
  await simulator.disconnect('tiktok', externalId);
  expect((await row(id)).state).toBe('dead');
  await simulator.stop();
});
