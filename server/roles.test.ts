import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '#db/test-folder.ts';
import { createApp } from './app.ts';
import type { Role } from './config/role.ts';
import { readConfig } from './config.ts';
import { jobActivity } from './infra/job-activity.ts';
import { createLog } from './infra/log.ts';
import { createActor, TEST_SECRET } from './testing/actor.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { LIVE_ENV } from './testing/live-env.ts';

async function aDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  return database;
}

/** Starts a process as an operator does; each one listens on its own port. */
async function start({ ownerUrl, appUrl }: TestDatabase, ROLE: Role) {
  const DATA_DIR = testFolder();
  const config = readConfig({
    ...LIVE_ENV,
    ...{ ROLE, SECRET: TEST_SECRET, DATABASE_URL: ownerUrl, DATA_DIR, PORT: '0' },
  });
  const app = await createApp(config, { databaseUrl: appUrl, log: createLog('silent') });
  onTestFinished(async () => {
    await app.stop();
    rmSync(DATA_DIR, { recursive: true });
  });
  await app.start();
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.server.inject({ method: 'GET', url, headers });
  return { get };
}

test('a worker answers health and metrics, and nothing else', async () => {
  const database = await aDatabase();
  const worker = await start(database, 'worker');
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect((await worker.get(path)).statusCode, path).toBe(200);
  const admin = await createActor(database.db, { role: 'admin' });
  for (const path of ['/', '/auth', '/api/status', '/api/admin/overview', '/api/openapi.json', '/docs/api']) {
    const reply = await worker.get(path, admin.headers);
    expect([reply.statusCode, reply.json().code], path).toEqual([404, 'not_found']);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  }
});

test('web processes report whether a worker runs, and since when none did', async () => {
  const database = await aDatabase();
  const admin = await createActor(database.db, { role: 'admin' });
  const web = await start(database, 'web');
  const health = async () => {
    const { checks } = (await web.get('/api/admin/overview', admin.headers)).json().health;
    return checks.find(({ name }: { name: string }) => name === 'Jobs').detail as string;
  };
  const lastAt = async () =>
    Number(/^permille_jobs_active_timestamp_seconds (\S+)$/m.exec((await web.get('/metrics')).body)![1]);
  expect(await health()).toMatch(/^No process has run jobs yet: /);
  expect(await lastAt()).toBe(0);
  expect((await web.get('/readyz')).statusCode).toBe(200);

  await start(database, 'worker');
  await expect.poll(health, { timeout: 10_000 }).toBe('Healthy');
  expect(await lastAt()).toBeGreaterThan(0);

  await sql`update job_activity set active_at = '2026-03-02T10:00:00Z'`.execute(database.db);
  expect(await health()).toMatch(/^No process has run jobs since Mon 2 Mar 2026, 10:00 UTC: /);
  expect((await web.get('/api/status')).json()).toMatchObject({ services: [] });
});

test('the latest note of all processes counts', async () => {
  const { db } = await aDatabase();
  const [one, other] = [jobActivity(db), jobActivity(db)];
  expect(await one.metric.read()).toBe(0);
  await Promise.all([one.job.run(new Date(0)), other.job.run(new Date(0))]);
  expect(await one.check.problem()).toBeNull();
  expect(await other.metric.read()).toBe(await one.metric.read());
});
