import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pendingOf, readApplied } from '#db/applied.ts';
import { checkMigrated } from '#db/migrate.ts';
import { readMigrations } from '#db/migrations.ts';
import { requireNoOrphans } from '#server/config/data-folder.ts';
import { isLoopback } from '#server/config/loopback.ts';
import type { Config } from '#server/config.ts';
import { createDatabase } from '#server/infra/db.ts';
import { likeApp, openReplica } from '#server/infra/read-replica.ts';
import { findRunning } from '#server/infra/running-database.ts';
import { type Finding, ok, reasonOf, warning, wrong } from './finding.ts';

const part = 'Database';
/** A larger difference between the clocks settles payouts earlier or later than the app announces. */
const CLOCKS_MAY_DIFFER_MS = 2_000;
/** Connections that one process and the operator's own tools need. */
const LEAST_CONNECTIONS = 20;

interface Server {
  version: number;
  nowMs: number;
  connections: number;
  encrypted: boolean;
  durable: boolean;
  trigrams: boolean;
}

/**
 * Checks that the database is reachable, migrated, safe against a power cut and encrypted in transit. Changes
 * nothing.
 */
export async function checkDatabase({ database, dataDir, replicaUrl }: Config): Promise<Finding[]> {
  if (database.kind === 'embedded') return [embedded(dataDir)];
  const { ownerUrl, appUrl } = database;
  const url = ownerUrl ?? appUrl;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const server = await facts(client);
    return [
      ...judge(server, new URL(url)),
      ownerUrl === null ? await migrated(appUrl) : await pending(client),
      ...(replicaUrl ? [await replicated(likeApp(replicaUrl, appUrl ?? url), url)] : []),
    ];
  } catch (error) {
    return [wrong(part, `It can't be reached: ${reasonOf(error)}.`)];
  } finally {
    await client.end().catch(() => undefined);
  }
}

function embedded(dataDir: string): Finding {
  if (findRunning(dataDir)) return ok(part, 'The embedded one, of the server that runs.');
  requireNoOrphans(dataDir);
  const isThere = existsSync(join(dataDir, 'postgres'));
  return ok(
    part,
    isThere ? 'The embedded one; no server runs on it.' : 'The embedded one, made at the first start.',
  );
}

async function facts(client: pg.Client): Promise<Server> {
  const { rows } = await client.query<Server>(`
    select current_setting('server_version_num')::int4 as version,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
      current_setting('max_connections')::int4 as connections,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
      current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on'
        and current_setting('synchronous_commit') <> 'off' as durable,
      exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams`);
  return rows[0]!;
}

export function judge(server: Server, { hostname }: URL): Finding[] {
  const found: Finding[] = [];
  const differs = Math.abs(server.nowMs - Date.now());
  const local = hostname === '' || isLoopback(hostname);
  if (server.version < 150_000) found.push(wrong(part, 'It is older than PostgreSQL 15: use 15 or newer.'));
  if (!server.durable)
    found.push(
      wrong(part, 'A power cut loses money: set fsync, full_page_writes and synchronous_commit to on.'),
    );
  if (differs > CLOCKS_MAY_DIFFER_MS)
    found.push(
      wrong(
        part,
        `Its clock differs from this machine's by ${Math.round(differs / 1_000)} s: run NTP on both.`,
      ),
    );
  if (!local && !server.encrypted)
    found.push(warning(part, 'The connection is not encrypted: add sslmode=verify-full to its address.'));
  if (server.connections < LEAST_CONNECTIONS)
    found.push(warning(part, `It takes ${server.connections} connections; a process uses 10.`));
  if (!server.trigrams)
    found.push(
      warning(part, 'It lacks the extension pg_trgm: searches of the admin panel read whole tables.'),
    );
  return found;
}

async function replicated(replicaUrl: string, url: string): Promise<Finding> {
  const primary = createDatabase(url, { max: 1 });
  const replica = openReplica(replicaUrl, primary.db);
  try {
    const problem = await replica.checks[0]!.problem();
    return problem ? warning('Replica', problem) : ok('Replica', 'It has what the database has.');
  } finally {
    await Promise.all([replica.close(), primary.close()]);
  }
}

async function migrated(appUrl: string): Promise<Finding> {
  try {
    await checkMigrated(appUrl);
    return ok('Tables', 'Up to date.');
  } catch (error) {
    return wrong('Tables', reasonOf(error));
  }
}

async function pending(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  );
  if (!rows[0]!.there) return ok('Tables', 'Made at the first start, or by npm run migrate.');
  try {
    const waiting = pendingOf(readMigrations(), await readApplied(client)).length;
    if (waiting === 0) return ok('Tables', 'Up to date.');
    return warning('Tables', `${waiting} migrations wait for the next start, or for npm run migrate.`);
  } catch (error) {
    return wrong('Tables', reasonOf(error));
  }
}
