import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { createDatabase } from './db.ts';
import { oneAtATime } from './one-at-a-time.ts';

test('more callers than connections all run in turn, because waiting callers hold no connection', async () => {
  const database = await testDatabase();
  const { db, close } = createDatabase(database.appUrl, { max: 2, waitMs: 5_000 });
  let atWork = 0;
  const work = async (nth: number) => {
    expect(++atWork).toBe(1);
    await sql`select 1`.execute(db);
    atWork--;
    if (nth === 2) throw new Error('the third fails');
    return nth;
  };
  const turns = [0, 1, 2, 3, 4].map((nth) => oneAtATime(db, 'demo', () => work(nth)));
  const done = await Promise.allSettled(turns);
  expect(done.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
    0,
    1,
    'failed',
    3,
    4,
  ]);
  await close();
  await database.close();
});
