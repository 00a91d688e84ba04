import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { UserId } from '#contract/accounts/ids.ts';
import { startEmbedded } from '#db/embedded.ts';
import { testFolder } from '#db/test-folder.ts';
import { createDatabase, type DatabaseOptions } from '#server/infra/db.ts';
import { newId } from '#server/infra/id.ts';
import { createLog } from '#server/infra/log.ts';
import { testDatabase } from '#server/testing/database.ts';
import { readReply } from './idempotency.ts';
import { createServer } from './server.ts';

const t = await testDatabase();
afterAll(() => t.close());

/**
 * Creates a database with these tables whose commits wait for a missing standby. Returns it with a function
 * that cancels such a wait.
 */
async function withoutStandby(tables: string) {
  const dataDir = testFolder();
  const { ownerUrl, stop } = await startEmbedded({ dataDir });
  onTestFinished(async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const asked = await asking(ownerUrl, { max: 2 });
  const { pool } = asked;
  await pool.query(tables);
  await pool.query(`alter system set synchronous_standby_names = 'nobody'`);
  await pool.query('select pg_reload_conf()');
  await expect
    .poll(async () => (await pool.query('show synchronous_standby_names')).rows)
    .toMatchObject([{ synchronous_standby_names: 'nobody' }]);
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
  // A busy machine may take longer than a second to reach the wait.
  const cancelWait = () =>
    expect.poll(async () => (await pool.query(cancel)).rowCount, { timeout: 30_000 }).toBe(1);
  return { ...asked, cancelWait };
}

/** Starts a server whose one route queries the database, and returns its replies. */
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
  return { answer, db, pool };
}

const later = { status: 503, code: 'unavailable', again: '2' };

test('a database that can’t be reached is reported as such, with the time of the next try', async () => {
  const { answer } = await asking('postgres://nobody@127.0.0.1:1/none');
  expect(await answer('select 1')).toEqual(later);
});

test("a connection that the database ends during a statement is not reported as the statement's fault, and requests are soon answered again", async () => {
  const { answer } = await asking(t.ownerUrl);
  expect(await answer('select pg_terminate_backend(pg_backend_pid())')).toEqual(later);
  await expect.poll(async () => (await answer('select 1')).status).toBe(200);
});

test('only the request that gets no connection in time is refused', async () => {
  const { answer, pool } = await asking(t.appUrl, { waitMs: 2_000 });
  const taken = await pool.connect();
  expect(await answer('select 1')).toEqual(later);
  taken.release();
  expect((await answer('select 1')).status).toBe(200);
});

test('a standby refuses to write until it is the primary', async () => {
  const { answer } = await asking(t.appUrl);
  const refused = `do $$ begin raise sqlstate '25006'; end $$`;
  expect(await answer(refused)).toEqual(later);
});

test('a connection to a node that became a standby is discarded', async () => {
  const { answer, pool } = await asking(
    `${t.appUrl}${t.appUrl.includes('?') ? '&' : '?'}options=-c+default_transaction_read_only%3Don`,
  );
  expect((await answer('select 1')).status).toBe(200);
  expect(pool.totalCount).toBe(1);
  expect(await answer(`insert into job_activity default values`)).toEqual(later);
  await expect.poll(() => pool.totalCount).toBe(0);
});

test('a commit that is on no standby because the wait for it was cancelled is not acknowledged', async () => {
  const { answer, cancelWait } = await withoutStandby('create table acknowledged (id int)');
  const answered = answer('insert into acknowledged values (1)');
  await cancelWait();
  expect(await answered).toEqual(later);
  expect((await answer('select 1')).status).toBe(200);
});

test('the reply of a known key waits until its first request is on a standby', async () => {
  const [actorId, key, hash] = [newId<UserId>(), 'a repeated key', Buffer.from('x')];
  const { db, cancelWait } = await withoutStandby(`
    create table idempotency_keys (actor_id uuid, key text, request_hash bytea, reply jsonb);
    insert into idempotency_keys values ('${actorId}', '${key}', 'x', '"done"')`);
  const repeated = expect(readReply(db, { actorId, key, hash }, String)).rejects.toThrow(
    'not known to be on a standby',
  );
  await cancelWait();
  await repeated;
});

test('a wrong statement is still a fault', async () => {
  const { answer } = await asking(t.appUrl);
  expect(await answer('select nothing_of_that_name')).toMatchObject({ status: 500, code: 'internal' });
});
