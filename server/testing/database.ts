import { createHash, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { readMigrations } from '#db/migrations.ts';
import type { DB } from '#db/types.ts';
import { createDatabase } from '#server/infra/db.ts';

export type TestDatabase = {
  /** A connection as the app's role, without DDL and without revoked rights. */
  db: Kysely<DB>;
  /** A connection as the owner, to set up states that the app may not write. */
  owner: Kysely<DB>;
  appUrl: string;
  ownerUrl: string;
  close(): Promise<void>;
};

/** The first test creates the template; the others wait for this lock. */
const TEMPLATE_LOCK = 4_101_850;

function onDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

let owners: pg.Pool | undefined;

/**
 * Databases are created and dropped on one connection, because opening a connection takes longer than either.
 */
async function withOwner<T>(url: string, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  owners ??= new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
    // At the end of the run PostgreSQL stops before the pool closes, so its error is ignored.
    .on('error', () => undefined)
    .on('connect', (client) => client.on('error', () => undefined));
  const client = await owners.connect();
  // After a failure the session is closed, which releases the session's lock.
  let failed = true;
  try {
    const result = await work(client);
    failed = false;
    return result;
  } finally {
    client.release(failed);
  }
}

/** Most tests pay out money at once. Tests of proofs set the limits that they need. */
async function removeProofLimits(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'delete from proof_tiers where proven_clips > 0; update proof_tiers set limit_micros = null, audit_percent = 0',
  );
  await client.end();
}

async function ensureTemplate(
  client: pg.ClientBase,
  url: string,
  appPassword: string,
): Promise<{ name: string; appUrl: string }> {
  const hash = createHash('sha256');
  for (const { sql } of readMigrations()) hash.update(sql);
  const name = `template_${hash.digest('hex').slice(0, 16)}`;
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  const making = `${name}_making`;
  if (!rowCount) {
    await client.query(`drop database if exists ${making} with (force)`);
    await client.query(`create database ${making}`);
    await migrate({ ownerUrl: onDatabase(url, making), appPassword });
    await removeProofLimits(onDatabase(url, making));
    await client.query(`alter database ${making} rename to ${name}`);
  }
  await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  const app = new URL(url);
  app.username = 'permille_app';
  app.password = appPassword;
  return { name, appUrl: app.href };
}

/** Creates a database with every migration applied, cloned from a template. Call `close` at the end. */
export async function testDatabase(): Promise<TestDatabase> {
  const { ownerUrl: clusterUrl, appPassword } = inject('testCluster');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = await withOwner(clusterUrl, async (client) => {
    const made = await ensureTemplate(client, clusterUrl, appPassword);
    // The template is copied as files, because copying through the log of changes takes half as long again.
    await client.query(`create database ${name} template ${made.name} strategy file_copy`);
    return made;
  });
  const ownerUrl = onDatabase(clusterUrl, name);
  const appUrl = onDatabase(template.appUrl, name);
  const app = createDatabase(appUrl, { max: 8 });
  const owner = createDatabase(ownerUrl, { max: 2 });
  const close = async (): Promise<void> => {
    await Promise.all([app.close(), owner.close()]);
    await withOwner(clusterUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { db: app.db, owner: owner.db, appUrl, ownerUrl, close };
}
