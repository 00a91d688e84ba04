import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { claimMode, type Mode } from './installation-mode.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

const now = new Date('2026-11-20T10:00:00Z');
const claim = (mode: Mode) => claimMode(database.db, mode, now);

const modes: Mode[] = ['demo', 'staging', 'live'];

it.each(modes)('keeps a database %s for ever', async (mode) => {
  await claim(mode);
  await claim(mode);
  for (const other of modes.filter((one) => one !== mode)) {
    await expect(claim(other)).rejects.toThrow(
      new RegExp(`^MODE must be ${mode} on this database, [^.]+ for ${other} [^.]+\\.$`),
    );
  }
});

it('gives the database to one of two processes that start at once in different modes', async () => {
  const claims = await Promise.allSettled([claim('demo'), claim('live')]);
  expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('does not let the application change its mode', async () => {
  await claim('demo');
  const change = database.db.updateTable('installation').set({ mode: 'live' }).execute();
  await expect(change).rejects.toMatchObject({ code: '42501' });
  await expect(database.db.deleteFrom('installation').execute()).rejects.toMatchObject({ code: '42501' });
});
