import { mkdtempSync, rmSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { Role } from '#contract/accounts/accounts.ts';
import { everyRoute } from '#contract/every-route.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createLog } from '#server/infra/log.ts';
import { anonymousHeaders, createActor, TEST_SECRET } from './actor.ts';
import { testDatabase } from './database.ts';
import { sampleOf, schemaOf } from './sweep-input.ts';

/** Routes that end the caller's session or account. */
export const LEAVING = /^(signOut|closeAccount|endOtherSessions)/;

interface Sending {
  headers?: Record<string, string> | undefined;
  path?: string;
  query?: Record<string, string>;
  body?: unknown;
  /** The caller's IP address; absent: a new one. */
  from?: string;
}

export interface Answer {
  status: number;
  text: string;
  headers: OutgoingHttpHeaders;
}

/**
 * The whole product with the demo's data, called without a socket. Each call is from a new IP address.
 * `variables` are environment variables.
 */
export async function sweptWorld(variables: Record<string, string> = {}) {
  const database = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'permille-sweep-'));
  const config = readConfig({
    SECRET: TEST_SECRET,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DEMO: '1',
    DEMO_MARKET: '0',
    ...variables,
  });
  const app = await createApp(config, {
    databaseUrl: database.appUrl,
    clock: new MovableClock(),
    log: createLog('silent'),
    tick: false,
  });
  await app.server.ready();
  let calls = 0;
  const routes = Object.entries<RouteSpec>(everyRoute).filter(([, { method, path }]) =>
    app.server.hasRoute({ method, url: path }),
  );
  const person = async (role: Role | null) => {
    const username = role && role !== 'admin' ? { username: `s_${newId().slice(-12)}` } : {};
    return await createActor(database.db, { role, ...username });
  };
  const send = async (
    route: Pick<RouteSpec, 'method' | 'path'>,
    { headers, path, query, body, from }: Sending,
  ): Promise<Answer> => {
    calls += 1;
    const url = path ?? route.path;
    const reply = await app.server.inject({
      method: route.method,
      // The query is built here, because `inject` rewrites the whole URL for each parameter, which takes
      // seven seconds for the longest hostile ones.
      url: query ? `${url}?${new URLSearchParams(query)}` : url,
      remoteAddress: from ?? `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
      headers: { 'idempotency-key': newId(), ...(headers ?? anonymousHeaders) },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: reply.statusCode, text: reply.body, headers: reply.headers };
  };
  return {
    db: database.db,
    owner: database.owner,
    /** Every declared route of this server, by name. */
    routes,
    person,
    send,
    /**
     * Makes every call that a person of this role can make without naming an id, and so leaves rows behind.
     */
    async liveAs(role: Role): Promise<void> {
      const { headers } = await person(role);
      for (const [name, route] of routes) {
        const mine = route.access === role || route.access === 'session';
        if (!mine || route.method === 'GET' || LEAVING.test(name) || route.path.includes(':')) continue;
        const schema = schemaOf(route.body);
        await send(route, { headers, body: schema && sampleOf(schema) });
      }
    },
    async close() {
      await app.stop();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type SweptWorld = Awaited<ReturnType<typeof sweptWorld>>;

/** Returns up to `each` values of every id column, in the order of tables and columns. */
export async function everyId({ owner }: SweptWorld, each: number): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.data_type = 'uuid' and t.table_type = 'BASE TABLE'
    order by 1, 2`.execute(owner);
  const found = new Set<string>();
  for (const { table, column } of columns) {
    const { rows } = await sql<{ id: string }>`
      select distinct ${sql.ref(column)} as id from ${sql.table(table)}
      where ${sql.ref(column)} is not null limit ${each}`.execute(owner);
    for (const { id } of rows) found.add(id);
  }
  return [...found];
}

interface Mark {
  xid: string;
  counts: Map<string, number>;
}

/** Records the present state, with which `effectsSince` compares a later one. */
export async function mark({ owner }: SweptWorld): Promise<Mark> {
  const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(owner);
  return { xid: rows[0]!.xid, counts: await countsOf(owner) };
}

/**
 * Returns tables that now have fewer rows, and rows inserted or updated since the mark, as one line each:
 * "table: row".
 */
export async function effectsSince({ owner }: SweptWorld, since: Mark): Promise<string[]> {
  const counts = await countsOf(owner);
  const fewer = [...since.counts].flatMap(([name, before]) => {
    const gone = before - counts.get(name)!;
    return gone > 0 ? [`${name}: ${gone} fewer`] : [];
  });
  // Rows that this transaction or a later one wrote.
  const changed = await ofEveryTable<{ name: string; row: string }>(
    owner,
    (name, table) =>
      sql`select ${name} as name, to_jsonb(t)::text as row from ${table} t where age(t.xmin) <= age(${since.xid}::xid)`,
  );
  return [...fewer, ...changed.map(({ name, row }) => `${name}: ${row}`)];
}

async function countsOf(owner: SweptWorld['owner']): Promise<Map<string, number>> {
  const counts = await ofEveryTable<{ name: string; count: number }>(
    owner,
    (name, table) => sql`select ${name} as name, (select count(*)::int from ${table}) as count`,
  );
  return new Map(counts.map(({ name, count }) => [name, count]));
}

/** Runs a statement for each table and returns all rows, in the tables' order. */
async function ofEveryTable<Row>(
  owner: SweptWorld['owner'],
  select: (name: RawBuilder<unknown>, table: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    owner,
  );
  const selects = tables.map(({ name }) => select(sql.lit(name), sql.table(name)));
  const { rows } = await sql<Row>`${sql.join(selects, sql` union all `)} order by 1, 2`.execute(owner);
  return rows;
}
