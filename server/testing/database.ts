import { createHash, randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { readMigrations } from '#db/migrations.ts';
import type { DB } from '#db/types.ts';
import { inUtc } from '#db/utc-session.ts';
import { createDatabase, type Database } from '#server/infra/db.ts';
import { emptyDatabase, type Original, readOriginal } from './empty-database.ts';

export type TestDatabase = {
  /** As the role the product works as: no DDL, no revoked rights. */
  db: Kysely<DB>;
  /** As the owner, for arranging what the product itself may not do. */
  owner: Kysely<DB>;
  appUrl: string;
  ownerUrl: string;
  close(): Promise<void>;
};

/** The template is made by the first test that asks; the others wait at this lock. */
const TEMPLATE_LOCK = 4_101_850;

function onDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

let owners: pg.Pool | undefined;

/** Databases are made and dropped on one connection, because to begin one takes longer than either. */
async function withOwner<T>(url: string, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  owners ??= new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
    // At the end PostgreSQL is stopped first.
    .on('error', () => undefined)
    .on('connect', (client) => client.on('error', () => undefined));
  const client = await owners.connect();
  // Where the work fails, what the session holds (the lock) goes with it.
  let failed = true;
  try {
    const result = await work(client);
    failed = false;
    return result;
  } finally {
    client.release(failed);
  }
}

async function ensureTemplate(
  client: pg.ClientBase,
  url: string,
  appPassword: string,
): Promise<{ name: string; appUrl: string }> {
  const checksums = readMigrations()
    .map(({ name, checksum }) => `${name} ${checksum}`)
    .join('\n');
  const name = `template_${createHash('sha256').update(checksums).digest('hex').slice(0, 16)}`;
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  const making = `${name}_making`;
  if (!rowCount) {
    await client.query(`drop database if exists ${making} with (force)`);
    await client.query(`create database ${making}`);
    await migrate({ ownerUrl: onDatabase(url, making), appPassword });
    await client.query(`alter database ${making} rename to ${name}`);
  }
  await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  const app = new URL(url);
  app.username = 'permille_app';
  app.password = appPassword;
  return { name, appUrl: app.href };
}

interface Made {
  appUrl: string;
  ownerUrl: string;
  /** Its connections outlive a test: they know the catalog and have prepared what is sent again and again. */
  app: Database;
  /** Empties it. */
  keeper: pg.Client;
  original: Original;
  drop(): Promise<void>;
}

/** Cloned from a template with every migration applied. */
async function makeDatabase(): Promise<Made> {
  const { ownerUrl: clusterUrl, appPassword } = inject('testCluster');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = await withOwner(clusterUrl, async (client) => {
    const made = await ensureTemplate(client, clusterUrl, appPassword);
    // Copied as files: page by page through the log of changes takes half as long again.
    await client.query(`create database ${name} template ${made.name} strategy file_copy`);
    return made;
  });
  const ownerUrl = onDatabase(clusterUrl, name);
  const appUrl = onDatabase(template.appUrl, name);
  const app = createDatabase(appUrl, { max: 8 });
  const keeper = new pg.Client({ connectionString: inUtc(ownerUrl) });
  keeper.on('error', () => undefined);
  await keeper.connect();
  return {
    ...{ appUrl, ownerUrl, app, keeper, original: await readOriginal(keeper) },
    async drop() {
      await Promise.all([app.close(), keeper.end().catch(() => undefined)]);
      await withOwner(clusterUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** What a test set for a session, or listened to, ends with it. */
async function resetSessions({ pool }: Database): Promise<void> {
  const sessions = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  await Promise.all(sessions.map((session) => session.query('reset all; unlisten *')));
  for (const session of sessions) session.release();
}

/** Whether it is as it was made, ready for another test. */
async function isEmptied({ app, keeper, original }: Made): Promise<boolean> {
  const { idleCount, totalCount } = app.pool;
  // Somebody still works with it.
  if (idleCount !== totalCount) return false;
  try {
    await resetSessions(app);
    return await emptyDatabase(keeper, original, totalCount);
  } catch {
    return false;
  }
}

/** Left by tests of this process. */
const spare: Made[] = [];

/** A database with every migration applied and nothing else in it; call `close` when done with it. */
export async function testDatabase(): Promise<TestDatabase> {
  const made = spare.pop() ?? (await makeDatabase());
  const { app, appUrl, ownerUrl } = made;
  // Of its own, so that nothing that outlives a test reaches the next one's rows.
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: () => app.pool.connect(), end: async () => undefined } }),
  });
  const owner = createDatabase(ownerUrl, { max: 2 });
  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await Promise.all([db.destroy(), owner.close()]);
    if (await isEmptied(made)) spare.push(made);
    else await made.drop();
  };
  return { db, owner: owner.db, appUrl, ownerUrl, close: () => (closing ??= end()) };
}
