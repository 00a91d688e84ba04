import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from '#db/types.ts';
import { inUtc } from '#db/utc-session.ts';
import { MINUTE } from './clock.ts';
import { leaveDemoted, nameFailedConnections, watchConnection } from './database-unavailable.ts';
import type { Metric } from './metric.ts';
import { prepareRepeated } from './prepared.ts';

export type Database = { db: Kysely<DB>; pool: pg.Pool; close(): Promise<void> };

export type DatabaseOptions = {
  /** Most connections open at once; 10 when absent. */
  max?: number;
  /** Milliseconds that a statement waits for a connection; 10,000 when absent. */
  waitMs?: number;
  /** Called when an idle connection breaks (the server restarted); the pool replaces it automatically. */
  onConnectionError?: (error: Error) => void;
  /** Called for each statement that finds the database's disk full. */
  onDiskFull?: () => void;
};

const { INT8, DATE } = pg.types.builtins;
// The type declarations omit arrays, though the parser supports them.
const INT8_ARRAY = 1016 as number as typeof INT8;

/**
 * int8 becomes a JavaScript bigint, so money never passes through a float. A date stays a text like
 * "2026-01-31", because it has no time zone.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, BigInt],
  [INT8_ARRAY, parseInt8Array],
  [DATE, (text) => text],
]);

function parseInt8Array(text: string): (bigint | null)[] {
  const parse = pg.types.getTypeParser(INT8_ARRAY) as unknown as (text: string) => (string | null)[];
  return parse(text).map((item) => (item === null ? null : BigInt(item)));
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text') =>
    (format !== 'text' && format !== undefined ? undefined : parsers.get(id)) ??
    pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
};

/**
 * Returns the pool and typed queries of the database at `url`. Sessions are in UTC. An int8 becomes a bigint,
 * a numeric a string, and a timestamptz a Date.
 */
export function createDatabase(
  url: string,
  { max = 10, waitMs = 10_000, onConnectionError, onDiskFull }: DatabaseOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString: inUtc(url),
    max,
    types,
    connectionTimeoutMillis: waitMs,
    // Idle connections stay open for minutes, because a new one must read the catalog and prepare statements
    // again.
    idleTimeoutMillis: 10 * MINUTE,
    // Detects a server that vanished, even while no statement runs.
    keepAlive: true,
    application_name: 'permille',
  });
  nameFailedConnections(pool);
  leaveDemoted(pool);
  const report = (error: Error): void => onConnectionError?.(error);
  // Without listeners a broken connection would end the process. Idle connections emit on the pool, busy ones
  // on themselves.
  pool.on('error', report);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    watchConnection(client, onDiskFull);
    prepareRepeated(client);
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

/** Metric: connections of this process, and statements that wait for one. */
export const connectionMetric = (pool: pg.Pool): Metric => ({
  name: 'permille_database_connections',
  help: 'Connections of this process to the database: busy, idle, and how many statements wait for one',
  labelNames: ['state'],
  read: async () => [
    { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'waiting' }, value: pool.waitingCount },
  ],
});
