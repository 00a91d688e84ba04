import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personalAccount } from '#contract/accounts/ids.ts';
import { accountAccess } from './account-access.ts';
import { type App, createApp } from './app.ts';
import { readConfig } from './config.ts';
import { after, DAY, MovableClock } from './infra/clock.ts';
import { newId } from './infra/id.ts';
import { createLog } from './infra/log.ts';
import { listOutbox } from './infra/mail.ts';
import { soleSecret } from './infra/secrets.ts';
import { createActor, TEST_APP_URL, TEST_SECRET, type TestActor } from './testing/actor.ts';
import { testKey } from './testing/api-keys.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { LIVE_ENV } from './testing/live-env.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });
const dataDir = mkdtempSync(join(tmpdir(), 'permille-reset-'));
let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await testDatabase();
  const env = {
    SECRET: TEST_SECRET,
    DATA_DIR: dataDir,
    ...LIVE_ENV,
    APP_URL: TEST_APP_URL,
    LOG_LEVEL: 'silent',
  };
  app = await createApp(readConfig(env), {
    databaseUrl: database.appUrl,
    clock,
    log: createLog('silent'),
    tick: false,
  });
  await app.server.ready();
});
afterAll(async () => {
  await app.stop();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const PASSWORD = 'renewed harbour';
let requests = 0;

const post = (url: string, payload: object, cookie?: string) =>
  app.server.inject({
    method: 'POST',
    url,
    payload,
    // Each request is from a new IP address, so that no rate limit applies.
    remoteAddress: `10.0.0.${++requests}`,
    headers: { origin: TEST_APP_URL, ...(cookie && { cookie }) },
  });

async function reset({ email }: TestActor): Promise<void> {
  await post('/api/auth/forgot-password', { email });
  const mail = (await listOutbox(database.db)).find(({ to }) => to === email);
  const token = new URL(mail!.links[0]!).searchParams.get('token');
  const form = { token, password: PASSWORD, confirmation: PASSWORD };
  expect((await post('/api/auth/reset-password', form)).statusCode).toBe(200);
}

/** Grants every kind of access that works without the password. */
async function giveAccess({ userId, accountId }: TestActor) {
  const { db } = database;
  const endpoint = { owner_id: accountId, kinds: ['payout.paid'], created_at: clock.now() };
  await db
    .insertInto('webhook_endpoints')
    .values([
      { ...endpoint, id: newId(), url: 'https://thief.example/events', secret_sealed: 'read by a thief' },
      {
        ...{ ...endpoint, id: newId(), url: 'https://discord.com/api/webhooks/1', secret_sealed: 'a token' },
        ...{ format: 'discord', name: 'news' },
      },
    ])
    .execute();
  await db
    .insertInto('discord_links')
    .values({ user_id: userId, discord_id: userId, discord_name: 'thief', linked_at: clock.now() })
    .execute();
  const code = { user_id: userId, code_hash: Buffer.alloc(32, userId), expires_at: after(clock.now(), DAY) };
  await db.insertInto('discord_link_codes').values(code).execute();
  return await testKey(db, personalAccount(userId), ['statistics:read']);
}

async function leftTo({ userId }: TestActor, key: { headers: Record<string, string> }) {
  const { db } = database;
  const endpoints = await db
    .selectFrom('webhook_endpoints')
    .select(['state', 'secret_sealed as secret', 'format'])
    .where('owner_id', '=', personalAccount(userId))
    .execute();
  const links = await db
    .selectFrom('discord_links')
    .select('user_id')
    .where('user_id', '=', userId)
    .execute();
  const codes = db.selectFrom('discord_link_codes').select('user_id').where('user_id', '=', userId);
  const byKey = await app.server.inject({ url: '/api/v1/clipper/overview', headers: key.headers });
  return {
    key: byKey.statusCode,
    on: endpoints.filter(({ state }) => state === 'enabled').length,
    knownSecrets: endpoints.filter(({ secret }) => secret === 'read by a thief').length,
    discord: links.length + (await codes.execute()).length,
  };
}

const ENDED = { key: 401, on: 0, knownSecrets: 0, discord: 0 };
const KEPT = { key: 200, on: 2, knownSecrets: 1, discord: 2 };
const WHAT = '1 API key, 1 webhook endpoint, 1 Discord channel, and the link to thief on Discord';

/** Returns the newest mail about a changed password. */
const notified = async ({ email }: TestActor) =>
  (await listOutbox(database.db)).find(
    ({ to, subject }) => to === email && subject === 'Your password was changed',
  )!;

/** Creates a person with a password, who is signed in. */
async function person(username: string): Promise<TestActor> {
  const actor = await createActor(database.db, { role: 'clipper', username });
  await reset(actor);
  const login = await post('/api/auth/login', { email: actor.email, password: PASSWORD });
  return { ...actor, cookie: [login.headers['set-cookie']].flat()[0]!.split(';')[0]! };
}

test('check 34: a password reset ends all access to the account, shows the payment address, and makes payouts wait again', async () => {
  const { db } = database;
  const owner = await createActor(db, { role: 'clipper', username: 'robbed_once' });
  const key = await giveAccess(owner);
  expect(await leftTo(owner, key)).toEqual(KEPT);
  const longAgo = after(clock.now(), -30 * DAY);
  await db
    .insertInto('payout_addresses')
    .values({
      user_id: owner.accountId,
      email: 'thief@elsewhere.example',
      usable_at: longAgo,
      set_at: longAgo,
    })
    .execute();
  await reset(owner);

  const { text } = await notified(owner);
  expect(text).toContain('Your payouts go to t•••@elsewhere.example');
  expect(text).toContain('before Wed 4 Mar, 10:00 UTC');
  expect(text).not.toContain('thief@');
  expect(text).toContain(`Also ended: ${WHAT}.`);
  const address = await db.selectFrom('payout_addresses').select('usable_at').executeTakeFirstOrThrow();
  expect(address.usable_at).toEqual(after(clock.now(), DAY));
  const session = await app.server.inject({ url: '/api/session', headers: { cookie: owner.cookie } });
  expect(session.json().user).toBeNull();
  expect(await leftTo(owner, key)).toEqual(ENDED);
});

test('check 4: a password change ends access like a reset, and the mail lists it', async () => {
  const owner = await person('robbed_twice');
  const key = await giveAccess(owner);
  const shown = await app.server.inject({ url: '/api/auth/access', headers: { cookie: owner.cookie } });
  expect(shown.json()).toEqual({
    ...{ passkeys: 0, apiKeys: 1, webhookEndpoints: 1, discordChannels: 1 },
    discordAccount: 'thief',
  });
  const form = { current: PASSWORD, password: 'third harbour', confirmation: 'third harbour' };
  expect((await post('/api/auth/change-password', form, owner.cookie)).statusCode).toBe(200);
  expect((await notified(owner)).text).toContain(`Also ended: ${WHAT}.`);
  expect(await leftTo(owner, key)).toEqual(ENDED);
});

test('check 4: a person who changes the password and keeps access reads in the mail which access remains', async () => {
  const owner = await person('careful_owner');
  const key = await giveAccess(owner);
  const form = {
    current: PASSWORD,
    password: 'third harbour',
    confirmation: 'third harbour',
    keepAccess: true,
  };
  expect((await post('/api/auth/change-password', form, owner.cookie)).statusCode).toBe(200);
  expect((await notified(owner)).text).toContain(`Still active, as chosen: ${WHAT}.`);
  expect(await leftTo(owner, key)).toEqual(KEPT);
});

test('check 4: access that an ended session was creating during the password change is not created', async () => {
  const owner = await person('raced_owner');
  const key = await giveAccess(owner);
  const endpoint = await database.db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('owner_id', '=', owner.accountId)
    .where('format', '=', 'standard')
    .executeTakeFirstOrThrow();
  const making: [url: string, body: object][] = [
    ['/api/keys', { name: 'Mine', scopes: ['statistics:read'], expiresInDays: 30 }],
    ['/api/webhook-endpoints', { url: 'https://second.example/events', kinds: ['payout.paid'] }],
    [`/api/webhook-endpoints/${endpoint.id}/enable`, {}],
  ];
  const { db } = database;
  let asked: Promise<{ statusCode: number }>[] = [];
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', owner.userId).forUpdate().execute();
    asked = making.map(([url, body]) => post(url, body, owner.cookie));
    // By then each request has passed its session check, and waits for the lock.
    await expect.poll(() => waitingForLocks()).toBe(making.length);
    await tx.deleteFrom('sessions').where('user_id', '=', owner.userId).execute();
    await accountAccess(soleSecret(TEST_SECRET)).revoke(
      tx,
      { userId: owner.userId, by: 'clipper' },
      clock.now(),
    );
  });
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
  expect(await leftTo(owner, key)).toEqual(ENDED);
  const keys = db.selectFrom('api_keys').select('id').where('owner_id', '=', owner.accountId);
  expect(await keys.where('revoked_at', 'is', null).execute()).toEqual([]);
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.owner);
  return rows[0]!.waiting;
}

test("a reset removes a stranger's pending sign-up for the address", async () => {
  const owner = await createActor(database.db, { role: 'clipper', username: 'shadowed' });
  await database.db
    .insertInto('pending_sign_ups')
    .values({
      ...{ id: newId(), email: owner.email, role: 'host', password_hash: 'of a stranger' },
      ...{ created_at: clock.now(), expires_at: after(new Date(), DAY) },
      ...{ terms_accepted_at: clock.now(), terms_version: '2026-05-01' },
    })
    .execute();
  await reset(owner);
  const left = database.db.selectFrom('pending_sign_ups').select('id').where('email', '=', owner.email);
  expect(await left.execute()).toEqual([]);
});
