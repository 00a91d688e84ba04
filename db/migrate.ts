import pg from 'pg';
import { ensureLogin, findLogin, prepareAppRole, type Wanted } from './app-role.ts';
import { type Applied, pendingOf, readApplied } from './applied.ts';
import { BASELINE, BY_STATEMENT, type Migration, readMigrations } from './migrations.ts';
import { LAST_RELEASE } from './release.ts';
import { inUtc } from './utc-session.ts';

export type MigrateOptions = {
  /**
   * URL of the role that owns the tables. The role needs the right to create a role, unless `appUrl` is
   * given.
   */
  ownerUrl: string;
  /** URL of the app's role, if the operator made the role; without it a role is made for this database. */
  appUrl?: string | undefined;
  /**
   * Makes the app log in as `permille_app` with this password, on a server that belongs to this installation
   * alone.
   */
  appPassword?: string | undefined;
  /** Folder of the SQL files; without it the one beside this file. */
  migrationsDir?: string | undefined;
  log?: (line: string) => void;
};

/** The lock of all processes that start on this database. Its number must only be unused elsewhere. */
const LOCK = '7306180143';
const OLDEST_SERVER = 150_000;

async function prepare(client: pg.Client): Promise<Applied> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    alter table schema_migrations add column if not exists works_with text;
    comment on column schema_migrations.works_with is 'The oldest release that works beside what the file made.';
    revoke insert, update, delete on schema_migrations from permille_app;
    grant select on schema_migrations to permille_app;
    comment on table schema_migrations is 'Which files of db/migrations this database has had, and what they said.'`);
  return await readApplied(client);
}

/** SQLSTATE of a lock that was not granted in time, and of a deadlock. */
const NO_LOCK = ['55P03', '40P01'];
const TRIES = 10;

/** Executes a statement that waits at most two seconds for its locks, and repeats it if others hold them longer. */
async function executeShortly(client: pg.Client, statement: string): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await client.query(`begin; set local lock_timeout = '2s'; ${statement}; commit`);
      return;
    } catch (error) {
      await client.query('rollback');
      if (tried === TRIES || !NO_LOCK.includes((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

async function apply(client: pg.Client, { name, checksum, sql }: Migration): Promise<void> {
  const isByStatement = sql.startsWith(BY_STATEMENT);
  try {
    if (isByStatement)
      for (const statement of sql.trimEnd().split(/;\n|;$/))
        if (statement) await executeShortly(client, statement);
    await client.query('begin');
    if (!isByStatement) await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum, works_with) values ($1, $2, $3)', [
      name,
      checksum,
      LAST_RELEASE,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed${whereIn(sql, error)}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function whereIn(sql: string, error: unknown): string {
  const position = Number((error as { position?: string }).position);
  return position ? ` at line ${sql.slice(0, position - 1).split('\n').length}` : '';
}

async function connect(url: string, variable: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: inUtc(url),
    connectionTimeoutMillis: 10_000,
    application_name: 'permille migrate',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int4 as version`,
    );
    if (rows[0]!.version >= OLDEST_SERVER) return client;
  } catch (error) {
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    throw new Error(`The database of ${variable} cannot be reached: ${reason}`, { cause: error });
  }
  await client.end();
  throw new Error(`The database of ${variable} is older than PostgreSQL 15: use 15 or newer.`);
}

/**
 * Migrates the database and makes the app's role. Each file is applied in its own transaction; several
 * processes may call this at once. `applied` names the files that this call applied.
 */
export async function migrate(options: MigrateOptions): Promise<{ appUrl: string; applied: string[] }> {
  const { ownerUrl, migrationsDir, log = () => undefined } = options;
  const migrations = readMigrations(migrationsDir);
  const client = await connect(ownerUrl, 'DATABASE_URL');
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await prepareAppRole(client, options);
    const pending = pendingOf(migrations, await prepare(client));
    for (const migration of pending) {
      await apply(client, migration);
      log(
        migration.name === BASELINE.name
          ? `Made the tables of release ${BASELINE.release}`
          : `Applied migration ${migration.name}`,
      );
    }
    const appUrl = await ensureLogin(client, options);
    return { appUrl, applied: pending.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

/**
 * Checks that a database is ready for this version, for a process without the owner's rights.
 * @throws Error with one sentence that says what to run
 */
export async function checkMigrated(appUrl: string, migrationsDir?: string): Promise<void> {
  const client = await connect(appUrl, 'APP_DATABASE_URL');
  try {
    const { rows } = await client.query<{ readable: boolean | null }>(
      `select has_table_privilege(to_regclass('schema_migrations')::oid, 'select') as readable`,
    );
    const pending = rows[0]!.readable
      ? pendingOf(readMigrations(migrationsDir), await readApplied(client))
      : [];
    if (rows[0]!.readable && pending.length === 0) return;
    const what = pending[0] ? `lacks migration ${pending[0].name}` : 'has not been set up for this login';
    throw new Error(
      `The database of APP_DATABASE_URL ${what}: run npm run migrate with the owner's DATABASE_URL beside it.`,
    );
  } finally {
    await client.end();
  }
}

/**
 * Returns the app role's URL of a database that this version can use unchanged. Changes nothing.
 * @throws Error with one sentence that says what to do first
 */
export async function findMigrated(wanted: Wanted): Promise<string> {
  const isEmbedded = wanted.appPassword !== undefined;
  const name = isEmbedded ? 'The database of DATA_DIR' : 'The database of DATABASE_URL';
  const first = isEmbedded ? 'start the server on it first' : 'run npm run migrate first';
  const client = await connect(wanted.ownerUrl, 'DATABASE_URL');
  try {
    const { rows } = await client.query<{ ours: boolean }>(
      `select to_regclass('schema_migrations') is not null and to_regclass('installation') is not null as ours`,
    );
    if (!rows[0]!.ours) throw new Error(`${name} has no tables of Permille: name the one of the server.`);
    const [pending] = pendingOf(readMigrations(), await readApplied(client));
    if (pending) throw new Error(`${name} lacks migration ${pending.name}: ${first}.`);
    const appUrl = await findLogin(client, wanted);
    if (!appUrl) throw new Error(`${name} has no login for the app: ${first}.`);
    return appUrl;
  } finally {
    await client.end();
  }
}
