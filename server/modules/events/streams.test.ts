import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { commitsOf, transact } from '#server/infra/transaction.ts';
import { streamWorld } from '#server/testing/stream-world.ts';
import { createEventsModule } from './events.ts';
import { writeEvent } from './write-event.ts';

const world = await streamWorld(createEventsModule);
const { db, t, startServer, write, person, visitors, open, opened } = world;
afterAll(() => world.close());

test('sends each person their events, as plain text that no proxy buffers', async () => {
  const server = await startServer();
  const [ann, ben] = [await person(), await person()];
  const [hers, his] = [await opened(server.url, ann), await opened(server.url, ben)];
  expect(hers.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  expect(hers.headers['content-encoding']).toBeUndefined();
  await write(server.db, 'test.hers', ann);
  await write(server.db, 'test.his', ben);
  await write(server.db, 'test.both', ann, ben);
  expect(await hers.kinds(2)).toEqual(['test.hers', 'test.both']);
  expect(await his.kinds(2)).toEqual(['test.his', 'test.both']);
});

test('sends events for admins to each admin once, even if one is also named', async () => {
  const server = await startServer();
  const [admin, host] = [await person('admin'), await person('host')];
  const [theirs, its] = [await opened(server.url, admin), await opened(server.url, host)];
  await transact(server.db, async (tx) => {
    await tx
      .insertInto('events')
      .values([
        { kind: 'test.admins', readers: [], for_admins: true },
        { kind: 'test.named', readers: [admin.userId, host.userId], for_admins: true },
      ])
      .execute();
  });
  await write(server.db, 'test.last', admin, host);
  expect(await theirs.kinds(3)).toEqual(['test.admins', 'test.named', 'test.last']);
  expect(await its.kinds(2)).toEqual(['test.named', 'test.last']);
});

test('does not skip a transaction that begins first and commits last', async () => {
  const server = await startServer();
  const ann = await person();
  const stream = await opened(server.url, ann);
  const slow = await db.startTransaction().execute();
  await writeEvent(slow, 'test.slow', { accountIds: [ann.accountId] });
  await write(server.db, 'test.quick', ann);
  expect(await stream.kinds(1)).toEqual(['test.quick']);
  await slow.commit().execute();
  await write(server.db, 'test.after', ann);
  expect((await stream.kinds(2)).toSorted()).toEqual(['test.after', 'test.slow']);
});

test('a reconnected stream gets what it missed, in order and once, and then new events', async () => {
  const server = await startServer();
  const ann = await person();
  const first = await opened(server.url, ann);
  await write(server.db, 'test.seen', ann);
  const seen = await first.next();
  first.close();
  for (const kind of ['test.missed', 'test.missed_too']) await write(server.db, kind, ann);
  const again = await opened(server.url, ann, seen!.id!);
  expect(await again.kinds(2)).toEqual(['test.missed', 'test.missed_too']);
  await write(server.db, 'test.new', ann);
  expect(await again.kinds(1)).toEqual(['test.new']);
});

test('only the last of several events moves the position, so an interruption between them loses none', async () => {
  const server = await startServer();
  const ann = await person();
  const stream = await opened(server.url, ann);
  await transact(server.db, async (tx) => {
    for (const kind of ['test.one', 'test.two']) await writeEvent(tx, kind, { accountIds: [ann.accountId] });
  });
  const one = await stream.next();
  stream.close();
  const again = await opened(server.url, ann, one!.id!);
  expect(await again.kinds(2)).toEqual(['test.one', 'test.two']);
});

test('a stream with an unknown position or too many missed events reloads its page', async () => {
  const server = await startServer();
  const ann = await person();
  expect(await (await opened(server.url, ann, 'nonsense')).kinds(1)).toEqual(['reload']);
  const stream = await opened(server.url, ann);
  await db
    .insertInto('events')
    .values(Array.from({ length: 501 }, () => ({ kind: 'test.many', readers: [ann.userId] })))
    .execute();
  await write(server.db, 'test.wake', ann);
  expect(await stream.kinds(1)).toEqual(['reload']);
});

test('events that another process commits arrive without polling', async () => {
  const [one, other] = [await startServer(), await startServer()];
  const ann = await person();
  const stream = await opened(one.url, ann);
  // Listening starts with the first stream. Events written before are read then.
  await write(other.db, 'test.other', ann);
  expect(await stream.kinds(1)).toEqual(['test.other']);
  await write(other.db, 'test.again', ann);
  expect(await stream.kinds(1)).toEqual(['test.again']);
});

test('a stream ends with its session, a ban or the end of the account, and other streams continue', async () => {
  const server = await startServer();
  const [out, banned, closed, ann] = [await person(), await person(), await person(), await person()];
  const streams = await Promise.all([out, banned, closed].map((one) => opened(server.url, one)));
  const hers = await opened(server.url, ann);
  await db.deleteFrom('sessions').where('id', '=', out.sessionId).execute();
  await db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.userId).execute();
  await db.updateTable('users').set({ closed_at: new Date() }).where('id', '=', closed.userId).execute();
  for (const stream of streams) {
    expect(await stream.kinds(1)).toEqual(['end']);
    expect(await stream.next()).toBeNull();
  }
  await write(server.db, 'test.hers', ann);
  expect(await hers.kinds(1)).toEqual(['test.hers']);
  expect((await open(server.url, banned)).status).toBe(401);
});

test('limits streams for each account and process, and a refusal says when to retry', async () => {
  const server = await startServer({ mostPerPerson: 2, most: 3 });
  const [ann, ben, cem] = [await person(), await person(), await person()];
  const first = await opened(server.url, ann);
  await opened(server.url, ann);
  const refused = await open(server.url, ann);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
  expect(JSON.parse(await refused.text()).code).toBe('too_many_streams');
  const his = await opened(server.url, ben);
  const full = await open(server.url, cem);
  expect([full.status, JSON.parse(await full.text()).code]).toEqual([503, 'streams_full']);
  first.close();
  await write(server.db, 'test.his', ben);
  expect(await his.kinds(1)).toEqual(['test.his']);
  expect((await open(server.url, cem)).status).toBe(200);
});

test('limits streams of a shared demo account for each session and network, so that visitors don’t use up each other’s', async () => {
  const server = await startServer({ mostPerPerson: 2, mostPerNetwork: 3 });
  const [one, other] = await visitors();
  for (let nth = 0; nth < 2; nth++) await opened(server.url, one);
  const refused = await open(server.url, one);
  expect([refused.status, JSON.parse(await refused.text()).code]).toEqual([429, 'too_many_streams']);
  await opened(server.url, other);
  expect((await open(server.url, other)).status).toBe(429);
  const [elsewhere] = await visitors();
  await opened(server.url, elsewhere);
});

test('streams use at most half of a process’s connections', async () => {
  const server = await startServer({}, 3);
  await opened(server.url, await person());
  expect((await open(server.url, await person())).status).toBe(503);
});

test('starts no second session check while one waits for the database', async () => {
  const server = await startServer({ checkMs: 1 });
  const ann = await person();
  const stream = await opened(server.url, ann);
  const lock = await t.owner.startTransaction().execute();
  await sql`lock table sessions in access exclusive mode`.execute(lock);
  const isWaiting = sql`select from pg_locks where relation = 'sessions'::regclass and not granted`;
  while ((await isWaiting.execute(db)).rows.length === 0);
  // If the checks ran concurrently, they would use up all connections of the process.
  for (let at = 0; at < 10; at++) {
    await write(server.db, 'test.hers', ann);
    expect(await stream.kinds(1)).toEqual(['test.hers']);
  }
  await lock.commit().execute();
});

test('deletes events restored from another server’s dump instead of sending them forever', async () => {
  await sql`insert into events (xid, kind, readers, for_admins) values ('900000000000', 'test.restored', '{}', true)`.execute(
    t.owner,
  );
  const server = await startServer();
  const admin = await person('admin');
  const stream = await opened(server.url, admin);
  for (const kind of ['test.one', 'test.two']) {
    await write(server.db, kind, admin);
    expect(await stream.kinds(1)).toEqual([kind]);
  }
});

test('a restart of the database ends no stream: pages reload and continue', async () => {
  const server = await startServer({ everyMs: 50 });
  const ann = await person();
  const stream = await opened(server.url, ann);
  await write(db, 'test.before', ann);
  expect(await stream.kinds(1)).toEqual(['test.before']);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(t.owner);
  const isWritten = () =>
    write(db, 'test.after', ann).then(
      () => true,
      () => false,
    );
  let kind: string | undefined;
  do {
    while (!(await isWritten()));
    [kind] = await stream.kinds(1);
  } while (kind === 'reload');
  expect(kind).toBe('test.after');
});

test('a stopping server ends its streams immediately', async () => {
  const server = await startServer();
  const stream = await opened(server.url, await person());
  await server.close();
  expect(await stream.next()).toBeNull();
});

test('answers with one JSON reply without Accept: text/event-stream', async () => {
  const server = await startServer();
  const ann = await person();
  const read = async (query: string) =>
    (await fetch(`${server.url}/api/events${query}`, { headers: ann.headers })).json();
  const { position } = await read('');
  await write(server.db, 'test.hers', ann);
  const since = await read(`?after=${encodeURIComponent(position)}`);
  expect(since).toMatchObject({ rows: [{ kind: 'test.hers' }], isComplete: true });
  expect((await read('?seconds=60')).rows).toEqual(since.rows);
  expect((await read(`?after=${encodeURIComponent(since.position)}`)).rows).toEqual([]);
});

test('another process’s commits invalidate shared readings before any page is notified', async () => {
  const [here, there] = [await startServer(), await startServer()];
  const before = commitsOf(here.db);
  await write(there.db, 'test.elsewhere', await person());
  await expect.poll(() => commitsOf(here.db)).toBeGreaterThan(before);
});
