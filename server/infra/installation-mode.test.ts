import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
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
