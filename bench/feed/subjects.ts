import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import Fastify from 'fastify';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { feedQuery } from '#contract/listings/listings.ts';
import type { DB } from '#db/types.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { feedSql } from '#server/modules/listings/explore.ts';

/** A server of the feed: its address, and the headers of a signed-in user. */
export interface Subject {
  port: number;
  headers: string[];
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts the product as `npm start` runs it, with the demo's clipper signed in. */
export async function startProduct(databaseUrl: string, dataDir: string): Promise<Subject> {
  const { port, signIn, stop } = await startDemo(databaseUrl, dataDir);
  return { port, headers: [await signIn('clipper')], stop };
}

/** Starts the product without a signed-in user. `signIn` returns the header of one of the demo's people. */
export async function startDemo(databaseUrl: string, dataDir: string) {
  const port = await freePort();
  const config = readConfig({
    DEMO: '1',
    DEMO_MARKET: '0',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  });
  const app = await createApp(config, { databaseUrl, tick: false });
  await app.start();
  const signIn = async (role: 'host' | 'clipper'): Promise<string> => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/auth/demo-login`, {
      method: 'POST',
      headers: { origin: config.appUrl, 'content-type': 'application/json' },
      body: JSON.stringify({ role }),
    });
    if (!reply.ok) throw new Error(`the demo login answered ${reply.status}`);
    return `cookie: ${reply.headers.getSetCookie()[0]!.split(';')[0]!}`;
  };
  return { port, signIn, stop: () => app.stop() };
}

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

const nameOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 40);

/** Returns the statements for these paths, as the product sends them. */
export const statementsOf = (db: Kysely<DB>, paths: string[]): Statement[] =>
  paths.map((path) => {
    const query = feedQuery.parse(Object.fromEntries(new URL(path, 'http://x').searchParams));
    const { sql: text, parameters } = feedSql(query, null).compile(db);
    return { name: nameOf(text), text, values: [...parameters] };
  });

/**
 * Stopping PostgreSQL after a failed run breaks open connections; the run's own error is the one to report.
 */
export const ignoreEnd = (): void => undefined;

/**
 * Starts a server that does the minimum in Node: no authentication, no checks, and JSON built by the
 * database.
 */
export async function startPlain(databaseUrl: string, statements: Map<string, Statement>): Promise<Subject> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  pool.on('error', ignoreEnd);
  const server = Fastify();
  server.get('/api/listings', async (request, reply) => {
    const { name, text, values } = statements.get(request.url)!;
    const { rows } = await pool.query({
      name: `json ${name}`,
      text: `select coalesce(json_agg(x), '[]')::text as json from (${text}) x`,
      values,
    });
    return reply.type('application/json').send(rows[0].json);
  });
  const port = await freePort();
  await server.listen({ host: '127.0.0.1', port });
  return {
    port,
    headers: [],
    async stop() {
      await server.close();
      await pool.end();
    },
  };
}
