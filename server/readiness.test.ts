import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { createLog } from './infra/log.ts';
import { TEST_SECRET } from './testing/actor.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { LIVE_ENV } from './testing/live-env.ts';

/** Starts a live server with a database and an empty data folder. */
async function started(database: TestDatabase) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'permille-ready-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  const config = readConfig({ ...LIVE_ENV, SECRET: TEST_SECRET, DATA_DIR });
  const app = await createApp(config, {
    ...{ databaseUrl: database.appUrl, tick: false, log: createLog('silent') },
  });
  onTestFinished(() => app.stop());
  const ask = async (remoteAddress: string) => {
    const reply = await app.server.inject({ url: '/readyz', remoteAddress });
    return { status: reply.statusCode, body: reply.json() };
  };
  return { DATA_DIR, here: () => ask('127.0.0.1'), stranger: () => ask('198.51.100.1') };
}

async function ownDatabase() {
  const database = await testDatabase();
  let isOpen = true;
  const close = async () => {
    if (isOpen) await database.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...database, close };
}

const failing = (checks: { name: string; ok: boolean; detail?: string }[]) =>
  checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);

test("a server with its database, schema and storage is ready, and books that don't reconcile are only reported", async () => {
  const database = await ownDatabase();
  const { here, stranger } = await started(database);
  await sql`update installation set recorded_at = recorded_at - interval '3 days'`.execute(database.owner);
  expect(await stranger()).toEqual({ status: 200, body: { ok: true } });
  const { status, body } = await here();
  expect(status).toBe(200);
  expect(body.checks).toEqual(
    ['Process', 'Database', 'Schema', 'Storage'].map((name) => ({ name, ok: true })),
  );
  expect(body.reported).toEqual([
    { name: 'Ledger', ok: false, detail: 'The ledger was not reconciled yet.' },
  ]);
});

test('is not ready without its database', async () => {
  const database = await ownDatabase();
  const { here, stranger } = await started(database);
  await database.close();
  expect(await stranger()).toEqual({ status: 503, body: { ok: false } });
  expect(failing((await here()).body.checks)).toContain('Database: The database does not answer.');
});

test('is not ready with an old schema', async () => {
  const database = await ownDatabase();
  const { rows } = await sql<{ name: string }>`
    delete from schema_migrations where name = (select max(name) from schema_migrations) returning name`.execute(
    database.owner,
  );
  const { here, stranger } = await started(database);
  expect(await stranger()).toEqual({ status: 503, body: { ok: false } });
  expect(failing((await here()).body.checks)).toEqual([
    `Schema: The database lacks migration ${rows[0]!.name}: run npm run migrate.`,
  ]);
});

test('is not ready when its disk refuses files', async () => {
  const { DATA_DIR, here, stranger } = await started(await ownDatabase());
  // A file instead of the uploads folder makes writing impossible, even for root.
  rmSync(join(DATA_DIR, 'media'), { recursive: true });
  writeFileSync(join(DATA_DIR, 'media'), '');
  expect(await stranger()).toEqual({ status: 503, body: { ok: false } });
  expect(failing((await here()).body.checks)).toEqual([
    'Storage: The disk of uploaded files takes none (ENOTDIR): look whether it is full, mounted, and writable for the server.',
  ]);
});
