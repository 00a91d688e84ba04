import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inUtc } from '#db/utc-session.ts';
import { testDatabase } from '#server/testing/database.ts';
import { createDatabase } from './db.ts';
import { databaseCheck } from './health-check.ts';

const t = await testDatabase();
afterAll(() => t.close());

beforeAll(async () => {
  const name = new URL(t.ownerUrl).pathname.slice(1);
  await sql.raw(`alter database ${name} set timezone to 'America/New_York'`).execute(t.owner);
  await sql
    .raw(`alter role permille_app in database ${name} set timezone to 'America/New_York'`)
    .execute(t.owner);
});

/** New York's clocks go forward within these seven days, which then have 167 hours there. */
const question = sql<{ zone: string; hours: number; day: Date }>`
  select current_setting('TimeZone') as zone, date_trunc('day', timestamptz '2026-03-08T03:00:00Z') as day,
    (extract(epoch from timestamptz '2026-03-05T12:00:00Z' + interval '7 days' - timestamptz '2026-03-05T12:00:00Z')
      / 3600)::int as hours`;

test.each(['appUrl', 'ownerUrl'] as const)(
  "seven days have 168 hours and a day begins at midnight in UTC, whatever the database's time zone (%s)",
  async (role) => {
    const { db, close } = createDatabase(t[role]);
    try {
      const { rows } = await question.execute(db);
      expect(rows).toEqual([{ zone: 'UTC', hours: 168, day: new Date('2026-03-08T00:00:00Z') }]);
      expect(await databaseCheck(db).problem()).toBeNull();
    } finally {
      await close();
    }
  },
);

test('a session in another time zone is detected', async () => {
  const { db, close } = createDatabase(t.appUrl, { max: 1 });
  try {
    await sql`set time zone 'America/New_York'`.execute(db);
    expect((await question.execute(db)).rows).toMatchObject([{ hours: 167 }]);
    expect(await databaseCheck(db).problem()).toMatch(/run in America\/New_York instead of UTC/);
  } finally {
    await close();
  }
});

test.each([
  ['postgres://a:b@h/d', 'postgres://a:b@h/d?options=-c+TimeZone=UTC'],
  ['postgres://a:p%zz@h/d?host=/run/x', 'postgres://a:p%zz@h/d?host=/run/x&options=-c+TimeZone=UTC'],
  [
    'postgres://h/d?options=-c%20statement_timeout%3D5s&sslmode=disable',
    'postgres://h/d?options=-c%20statement_timeout%3D5s+-c+TimeZone=UTC&sslmode=disable',
  ],
])('other options of the address %s are kept', (given, made) => expect(inUtc(given)).toBe(made));

test("options of the address are kept, and none of them changes the session's time zone", async () => {
  const given = new URL(t.appUrl);
  given.searchParams.set('options', '-c statement_timeout=5s -c TimeZone=America/New_York');
  const { db, close } = createDatabase(given.href);
  try {
    const { rows } = await sql`
      select current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout`.execute(
      db,
    );
    expect(rows).toEqual([{ zone: 'UTC', timeout: '5s' }]);
  } finally {
    await close();
  }
});
