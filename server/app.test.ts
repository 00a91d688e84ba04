import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { UPLOADS_PATH } from '#contract/media/media.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { claimMode } from './infra/installation-mode.ts';
import { createLog } from './infra/log.ts';
import { TEST_SECRET } from './testing/actor.ts';
import { testDatabase } from './testing/database.ts';
import { LIVE_ENV } from './testing/live-env.ts';
import { TUS } from './testing/uploads.ts';

async function databaseOf(mode: 'demo' | 'live') {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  await claimMode(database.db, mode, new Date());
  return database;
}

function appOn(databaseUrl: string, DEMO: '0' | '1', more: Record<string, string> = {}) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'permille-app-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  const config = readConfig({
    ...(DEMO === '0' && LIVE_ENV),
    ...{ SECRET: TEST_SECRET, DATA_DIR, DEMO, DEMO_MARKET: '0', ...more },
  });
  return createApp(config, { databaseUrl, tick: false, log: createLog('silent') });
}

test('a live database is not started as a demo, and gets no demo account', async () => {
  const { db, appUrl } = await databaseOf('live');
  await expect(appOn(appUrl, '1')).rejects.toThrow(/^MODE must be live on this database/);
  expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
});

test("a demo's database is not started as a live one", async () => {
  const { appUrl } = await databaseOf('demo');
  await expect(appOn(appUrl, '0')).rejects.toThrow(/^MODE must be demo on this database/);
});

test('passwords are hashed slowly on a live system and in a demo without dev tools', async () => {
  const admin = { ADMIN_USERNAME: 'boss', ADMIN_PASSWORD: 'ledger of lisbon' };
  for (const DEMO of ['0', '1'] as const) {
    const database = await testDatabase();
    onTestFinished(() => database.close());
    const app = await appOn(database.appUrl, DEMO, admin);
    onTestFinished(() => app.stop());
    const stored = await database.db
      .selectFrom('users as u')
      .innerJoin('credentials as c', 'c.user_id', 'u.id')
      .select('c.password')
      .where('u.admin_username', '=', 'boss')
      .executeTakeFirstOrThrow();
    expect(stored.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  }
});

test('a visitor of the demo can upload little, because its accounts are shared', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const app = await appOn(database.appUrl, '1');
  onTestFinished(() => app.stop());
  const origin = 'http://localhost:3000';
  const login = await app.server.inject({
    method: 'POST',
    url: '/api/auth/demo-login',
    payload: { role: 'host' },
    headers: { origin },
  });
  const [session] = login.cookies;
  const refused = await app.server.inject({
    method: 'POST',
    url: UPLOADS_PATH,
    headers: {
      ...TUS,
      origin,
      cookie: `${session!.name}=${encodeURIComponent(session!.value)}`,
      'upload-length': String(20 * 1000 ** 3),
      'upload-metadata': 'filename YS5tcDQ=,filetype dmlkZW8vbXA0',
    },
  });
  expect(refused.json()).toMatchObject({
    code: 'own_uploads_full',
    detail: expect.stringMatching(/^Your videos take up 1 MB of 1 GB, .* this one needs 20 GB\./),
  });
});

test('the first start records the mode', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const app = await appOn(database.appUrl, '0');
  await app.stop();
  await expect(appOn(database.appUrl, '1')).rejects.toThrow(/^MODE must be live/);
});
