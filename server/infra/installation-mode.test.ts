import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { createDatabase } from './db.ts';
import { newId } from './id.ts';
import { claimMode } from './installation-mode.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

const now = new Date('2026-11-20T10:00:00Z');
const claim = (mode: 'demo' | 'live') => claimMode(database.db, mode, now);

it('keeps a database a demo for ever', async () => {
  await claim('demo');
  await claim('demo');
  await expect(claim('live')).rejects.toThrow(/^DEMO must be 1 on this database, [^.]+\.$/);
});

it('keeps a database live for ever', async () => {
  await claim('live');
  await claim('live');
  await expect(claim('demo')).rejects.toThrow(/^DEMO must be 0 on this database, [^.]+\.$/);
});

it('gives the database to one of two processes that start at once in different modes', async () => {
  const claims = await Promise.allSettled([claim('demo'), claim('live')]);
  expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('does not let the product change its mind', async () => {
  await claim('demo');
  const change = database.db.updateTable('installation').set({ mode: 'live' }).execute();
  await expect(change).rejects.toMatchObject({ code: '42501' });
  await expect(database.db.deleteFrom('installation').execute()).rejects.toMatchObject({ code: '42501' });
});

it.each([
  ['demo', true],
  ['live', false],
] as const)('knows a database that was in use before as %s', async (mode, is_demo) => {
  const folder = mkdtempSync(join(tmpdir(), 'permille-migrations-'));
  cpSync(fileURLToPath(new URL('../../db/migrations', import.meta.url)), folder, {
    recursive: true,
    filter: (path) => !/00(1[2-9]|[2-9]\d)_/.test(path),
  });
  const name = `earlier_${mode}`;
  await sql`create database ${sql.id(name)}`.execute(database.owner);
  const url = new URL(database.ownerUrl);
  url.pathname = `/${name}`;
  const { appPassword } = inject('testCluster');
  await migrate({ ownerUrl: url.href, appPassword, migrationsDir: folder });
  const earlier = createDatabase(url.href, { max: 1 });
  await earlier.db
    .insertInto('users')
    .values({ id: newId(), email: 'a@b.example', name: 'A', is_demo })
    .execute();
  await migrate({ ownerUrl: url.href, appPassword });
  expect(await earlier.db.selectFrom('installation').select('mode').execute()).toEqual([{ mode }]);
  await earlier.close();
  await sql`drop database ${sql.id(name)} with (force)`.execute(database.owner);
  rmSync(folder, { recursive: true });
});
