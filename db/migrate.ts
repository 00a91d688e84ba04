import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ensureLogin, prepareAppRole } from './app-role.ts';
import { inUtc } from './utc-session.ts';

export type Migration = { name: string; checksum: string; sql: string };

export type MigrateOptions = {
  /** Connection of the role that owns the tables; it needs the right to create a role unless `appUrl` is given. */
  ownerUrl: string;
  /** Connection of the role the product works as, when the operator made it. Absent: one of this database is made. */
  appUrl?: string | undefined;
  /** Makes the product work as `permille_app` itself, with this password: where the server is this installation's alone. */
  appPassword?: string | undefined;
  /** Folder of the SQL files; by default the one beside this file. */
  migrationsDir?: string | undefined;
  log?: (line: string) => void;
};

/** One lock for every process that starts on this database; the number only has to be nobody else's. */
const LOCK = '7306180143';
const OLDEST_SERVER = 150_000;
const BESIDE_THIS_FILE = fileURLToPath(new URL('./migrations', import.meta.url));

/** The migrations of a folder in order; throws when two carry the same number or a file is named otherwise. */
export function readMigrations(folder = BESIDE_THIS_FILE): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (!number) throw new Error(`Migration ${name} must be named like 0001_what_it_makes.sql.`);
    if (numbers.has(number)) throw new Error(`Two migrations carry the number ${number}: renumber ${name}.`);
    numbers.add(number);
    // Git may check files out with other line ends on Windows: that is no change.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, checksum: createHash('sha256').update(sql).digest('hex'), sql };
  });
}

/** What is still to be applied; throws one sentence when what was applied is not what the folder says. */
function pendingOf(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Set(migrations.map(({ name }) => name));
  for (const name of applied.keys()) {
    if (known.has(name)) continue;
    if (migrations[0] && !applied.has(migrations[0].name))
      throw new Error(
        'The database was made by a version before 0.2.0, none of which was released: remove the data folder (DATA_DIR), or name a new database in DATABASE_URL.',
      );
    throw new Error(
      `The database has migration ${name}, which this version does not know: run a newer version.`,
    );
  }
  const last = [...applied.keys()].sort().at(-1) ?? '';
  return migrations.filter(({ name, checksum }) => {
    const before = applied.get(name);
    if (before === undefined && name < last)
      throw new Error(
        `Migration ${name} comes before ${last}, which is already applied: give it a higher number.`,
      );
    if (before !== undefined && before !== checksum)
      throw new Error(`Migration ${name} was changed after it was applied: restore it and write a new one.`);
    return before === undefined;
  });
}

async function prepare(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    revoke insert, update, delete on schema_migrations from permille_app;
    grant select on schema_migrations to permille_app;
    comment on table schema_migrations is 'Which files of db/migrations this database has had, and what they said.'`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

async function apply(client: pg.Client, { name, checksum, sql }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
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

async function connect(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: inUtc(ownerUrl),
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
    throw new Error(`The database of DATABASE_URL cannot be reached: ${reason}`, { cause: error });
  }
  await client.end();
  throw new Error('The database of DATABASE_URL is older than PostgreSQL 15: use 15 or newer.');
}

/**
 * Brings the database up to date and makes the role the product works as. Each file is applied in a transaction of its
 * own; several processes may call this at once. `applied` names the files this call applied.
 */
export async function migrate(options: MigrateOptions): Promise<{ appUrl: string; applied: string[] }> {
  const { ownerUrl, migrationsDir, log = () => undefined } = options;
  const migrations = readMigrations(migrationsDir);
  const client = await connect(ownerUrl);
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await prepareAppRole(client, options);
    const pending = pendingOf(migrations, await prepare(client));
    for (const migration of pending) {
      await apply(client, migration);
      log(`Applied migration ${migration.name}`);
    }
    const appUrl = await ensureLogin(client, options);
    return { appUrl, applied: pending.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}
