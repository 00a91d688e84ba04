import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { after, DAY, MovableClock } from './infra/clock.ts';
import { createLog } from './infra/log.ts';
import { listOutbox } from './infra/mail.ts';
import { createActor, TEST_APP_URL, TEST_SECRET } from './testing/actor.ts';
import { testKey } from './testing/api-keys.ts';
import { testDatabase } from './testing/database.ts';
import { LIVE_ENV } from './testing/live-env.ts';

test('check 34: a password reset ends all sessions and API keys, says where payouts go, and makes them wait again', async () => {
  const database = await testDatabase();
  const { db } = database;
  const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });
  const app = await createApp(
    readConfig({
      SECRET: TEST_SECRET,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'permille-reset-')),
      ...LIVE_ENV,
      APP_URL: TEST_APP_URL,
      LOG_LEVEL: 'silent',
    }),
    { databaseUrl: database.appUrl, clock, log: createLog('silent'), tick: false },
  );
  onTestFinished(async () => {
    await app.stop();
    await database.close();
  });
  await app.server.ready();
  const owner = await createActor(db, { role: 'clipper', username: 'robbed_once' });
  const key = await testKey(db, owner.userId, ['statistics:read']);
  const longAgo = after(clock.now(), -30 * DAY);
  await db
    .insertInto('payout_addresses')
    .values({ user_id: owner.userId, email: 'thief@elsewhere.example', usable_at: longAgo, set_at: longAgo })
    .execute();
  const post = (url: string, payload: object) =>
    app.server.inject({ method: 'POST', url, payload, headers: { origin: TEST_APP_URL } });

  await post('/api/auth/forgot-password', { email: owner.email });
  const link = new URL((await listOutbox(db))[0]!.links[0]!);
  const form = { token: link.searchParams.get('token'), password: 'renewed harbour' };
  const reset = await post('/api/auth/reset-password', { ...form, confirmation: form.password });
  expect(reset.statusCode).toBe(200);

  const tomorrow = after(clock.now(), DAY);
  const notified = (await listOutbox(db)).find((mail) => mail.subject === 'Your password was changed');
  expect(notified).toMatchObject({ to: owner.email });
  expect(notified!.text).toContain('Your payouts go to t•••@elsewhere.example');
  expect(notified!.text).toContain('before Wed 4 Mar, 10:00 UTC');
  expect(notified!.text).not.toContain('thief@');
  const address = await db.selectFrom('payout_addresses').select('usable_at').executeTakeFirstOrThrow();
  expect(address.usable_at).toEqual(tomorrow);
  const { user } = (
    await app.server.inject({ url: '/api/session', headers: { cookie: owner.cookie } })
  ).json();
  expect(user).toBeNull();
  const { headers } = key;
  const byKey = await app.server.inject({ url: '/api/v1/clipper/overview', headers });
  expect(byKey.json()).toMatchObject({ status: 401, code: 'api_key_invalid' });
  expect(notified!.text).toContain('Your API keys were revoked as well.');
});
