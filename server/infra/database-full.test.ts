import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { databaseFull } from './database-full.ts';
import { createDatabase } from './db.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const FIVE_MINUTES = 300_000;

test('a statement that the database refuses because its disk is full is counted, and System Health says so for five minutes', async () => {
  let now = 0;
  const full = databaseFull(() => now);
  const [check, metric] = [full.checks[0]!, full.metrics[0]!];
  const { db, close } = createDatabase(database.appUrl, { max: 1, onDiskFull: full.note });
  await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
  expect(await check.problem()).toBeNull();
  // PostgreSQL raises this error when it can't extend a table's file.
  const refused = sql`do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`;
  await expect(refused.execute(db)).rejects.toMatchObject({ code: '53100' });
  expect(await check.problem()).toMatch(/the disk of its server is full/);
  expect(await metric.read()).toBe(1);
  now = FIVE_MINUTES;
  expect(await check.problem()).toBeNull();
  expect(await metric.read()).toBe(1);
  await close();
});
