import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createDatabase, type DatabaseOptions } from '#server/infra/db.ts';
import { createLog } from '#server/infra/log.ts';
import { testDatabase } from '#server/testing/database.ts';
import { createServer } from './server.ts';

const t = await testDatabase();
afterAll(() => t.close());

/** A server whose one route asks the database, and what it answers. */
async function asking(url: string, options: DatabaseOptions = {}) {
  const { db, pool, close } = createDatabase(url, { max: 1, ...options });
  const server = await createServer({
    appUrl: 'https://permille.example',
    trustProxy: false,
    log: createLog('silent'),
  });
  const query = (statement: string) => sql.raw(statement).execute(db);
  server.get<{ Querystring: { statement: string } }>(
    '/asks',
    { schema: { hide: true } },
    async ({ query: { statement } }) => (await query(statement)).rows,
  );
  onTestFinished(async () => {
    await server.close();
    await close();
  });
  const answer = async (statement: string) => {
    const reply = await server.inject({ url: '/asks', query: { statement } });
    return {
      status: reply.statusCode,
      code: reply.json().code as string | undefined,
      again: reply.headers['retry-after'],
    };
  };
  return { answer, pool };
}

const later = { status: 503, code: 'unavailable', again: '2' };

test('a database that can’t be reached is said to be so, with when to try again', async () => {
  const { answer } = await asking('postgres://nobody@127.0.0.1:1/none');
  expect(await answer('select 1')).toEqual(later);
});

test('a connection that the database ends under a statement is no fault of it, and soon requests are answered again', async () => {
  const { answer } = await asking(t.ownerUrl);
  expect(await answer('select pg_terminate_backend(pg_backend_pid())')).toEqual(later);
  await expect.poll(async () => (await answer('select 1')).status).toBe(200);
});

test('a request that gets none of the connections in time is refused, and no other', async () => {
  const { answer, pool } = await asking(t.appUrl, { waitMs: 2_000 });
  const taken = await pool.connect();
  expect(await answer('select 1')).toEqual(later);
  taken.release();
  expect((await answer('select 1')).status).toBe(200);
});

test('a standby refuses to write for as long as it is one', async () => {
  const { answer } = await asking(t.appUrl);
  const refused = `do $$ begin raise sqlstate '25006'; end $$`;
  expect(await answer(refused)).toEqual(later);
});

test('a wrong statement stays a fault', async () => {
  const { answer } = await asking(t.appUrl);
  expect(await answer('select nothing_of_that_name')).toMatchObject({ status: 500, code: 'internal' });
});
