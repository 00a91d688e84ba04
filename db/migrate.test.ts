import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { generatedFiles } from './generate.ts';
import { checkMigrated, migrate } from './migrate.ts';
import { BY_STATEMENT, readMigrations } from './migrations.ts';

const { ownerUrl: clusterUrl, appPassword } = inject('testCluster');
let count = 0;
let folder: string;
let database: string;
let ownerUrl: string;

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'permille-migrations-'));
  database = `migrate_${process.pid}_${++count}`;
  await ask(clusterUrl, `create database ${database}`);
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  ownerUrl = url.href;
});

afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await ask(clusterUrl, `drop database ${database} with (force)`);
});

const put = (name: string, sql: string): void => writeFileSync(join(folder, name), sql);
const run = () => migrate({ ownerUrl, appPassword, migrationsDir: folder });

test('each file is applied once, in the order of its number', async () => {
  put('0002_fill.sql', 'insert into things values (1)');
  put('0001_things.sql', 'create table things (id int8 primary key)');
  expect((await run()).applied).toEqual(['0001_things.sql', '0002_fill.sql']);
  put('0003_more.sql', 'insert into things values (2)');
  expect((await run()).applied).toEqual(['0003_more.sql']);
  expect((await run()).applied).toEqual([]);
});

test("migrations run in UTC, whatever the database's time zone", async () => {
  await ask(clusterUrl, `alter database ${database} set timezone to 'America/New_York'`);
  put('0001_zone.sql', `create table zone as select current_setting('TimeZone') as name`);
  await run();
  expect(await ask(ownerUrl, 'select name from zone')).toEqual([{ name: 'UTC' }]);
});

test('the app role may write rows, except where a migration revokes that', async () => {
  put(
    '0001_things.sql',
    'create table things (id int8); create table log (id int8); revoke update, delete on log from permille_app',
  );
  const { appUrl } = await run();
  await ask(
    appUrl,
    'insert into things values (1); update things set id = 2; delete from things; insert into log values (1)',
  );
  await expect(ask(appUrl, 'update log set id = 2')).rejects.toThrow('permission denied');
  await expect(ask(appUrl, 'delete from log')).rejects.toThrow('permission denied');
  await expect(ask(appUrl, 'create table mine (id int8)')).rejects.toThrow('permission denied');
  await expect(ask(appUrl, 'alter table things add more int8')).rejects.toThrow('must be owner');
});

test('a failed file leaves no changes, keeps the files before it, and names the line', async () => {
  put('0001_things.sql', 'create table things (id int8)');
  put('0002_bad.sql', 'create table half (id int8);\n\nselect nonsense;\n');
  await expect(run()).rejects.toThrow(
    'Migration 0002_bad.sql failed at line 3: column "nonsense" does not exist',
  );
  expect(
    await ask(
      ownerUrl,
      `select to_regclass('things') is null as things, to_regclass('half') is null as half`,
    ),
  ).toEqual([{ things: false, half: true }]);
});

test('a file that is applied one statement at a time holds no lock while it waits for the next, and is repeated', async () => {
  put('0001_things.sql', 'create table things (id int8); create table others (id int8)');
  await run();
  put(
    '0002_columns.sql',
    `${BY_STATEMENT}alter table things add column if not exists note text;\nalter table others add column if not exists note text;\n`,
  );
  const holder = new pg.Client({ connectionString: ownerUrl });
  await holder.connect();
  await holder.query('begin; select from others');
  const applied = run();
  // The first table has its column and no lock, although the second is in use for longer than a lock is waited for.
  const columns = `select count(*)::int as columns from information_schema.columns where column_name = 'note'`;
  await expect.poll(() => ask(ownerUrl, columns)).toEqual([{ columns: 1 }]);
  await ask(ownerUrl, 'insert into things values (1)');
  await expect.poll(() => waitedOut(), { timeout: 10_000 }).toBe(true);
  await holder.query('commit');
  await holder.end();
  expect((await applied).applied).toEqual(['0002_columns.sql']);
  expect(await ask(ownerUrl, columns)).toEqual([{ columns: 2 }]);
});

/** Whether a statement of the migration was canceled because it waited too long for its lock, and was begun again. */
async function waitedOut(): Promise<boolean> {
  const [waiting] = await ask(
    ownerUrl,
    `select clock_timestamp() - min(backend_start) > interval '2.2 s' as long from pg_stat_activity
      where application_name = 'permille migrate' and wait_event_type = 'Lock'`,
  );
  return waiting?.long === true;
}

test('migrations that were edited or renumbered after they were applied stop the start, which names two solutions', async () => {
  put('0001_first.sql', 'select 1');
  put('0003_things.sql', 'create table things (id int8)');
  await run();
  put('0003_things.sql', 'create table things (id int4)');
  const differ = (name: string) =>
    new RegExp(
      `^The migrations of the database and of release \\S+ differ in ${name}: run the commit .+, or restore a`,
    );
  await expect(run()).rejects.toThrow(differ('0003_things.sql'));
  put('0003_things.sql', 'create table things (id int8)');
  put('0002_late.sql', 'select 1');
  await expect(run()).rejects.toThrow(differ('0002_late.sql'));
  rmSync(join(folder, '0002_late.sql'));
  put('0004_more.sql', 'select 1');
  await run();
  rmSync(join(folder, '0003_things.sql'));
  await ask(ownerUrl, `update schema_migrations set works_with = null`);
  await expect(run()).rejects.toThrow(differ('0003_things.sql'));
});

test('a process starts with the database of a compatible newer release, and not of an incompatible one', async () => {
  put('0001_things.sql', 'create table things (id int8)');
  put('0002_newer.sql', 'alter table things add more int8');
  await run();
  rmSync(join(folder, '0002_newer.sql'));
  const { appUrl, applied } = await run();
  expect(applied).toEqual([]);
  await checkMigrated(appUrl, folder);
  await ask(ownerUrl, `update schema_migrations set works_with = '99.0.0' where name = '0002_newer.sql'`);
  const unknown =
    /^The database has migration 0002_newer\.sql, which release \S+ does not know: run the newer release .+, or restore the backup/;
  await expect(run()).rejects.toThrow(unknown);
  await expect(checkMigrated(appUrl, folder)).rejects.toThrow(unknown);
  await ask(ownerUrl, `update schema_migrations set works_with = null where name = '0002_newer.sql'`);
  await expect(run()).rejects.toThrow(unknown);
});

test("a process without the owner's rights says what to run when its database is behind", async () => {
  put('0001_things.sql', 'create table things (id int8)');
  const { appUrl } = await run();
  await checkMigrated(appUrl, folder);
  put('0002_more.sql', 'create table more (id int8)');
  await expect(checkMigrated(appUrl, folder)).rejects.toThrow(
    "The database of APP_DATABASE_URL lacks migration 0002_more.sql: run npm run migrate with the owner's DATABASE_URL beside it.",
  );
  await run();
  await checkMigrated(appUrl, folder);
  await ask(ownerUrl, 'drop table schema_migrations');
  await expect(checkMigrated(appUrl, folder)).rejects.toThrow(
    'has not been set up for this login: run npm run',
  );
});

test('refuses a database of a release before the baseline, and names the release to run first', async () => {
  put('0001_things.sql', 'create table things (id int8)');
  await run();
  await expect(migrate({ ownerUrl, appPassword })).rejects.toThrow(
    /^The database was made by a release before 0\.3\.0: run release 0\.3\.0 on it once, then this one \(/,
  );
});

test('makes no table of the baseline on a database that release 0.3.0 made', async () => {
  const last = JSON.parse(readFileSync('db/releases/0.3.0.json', 'utf8')) as Record<string, string>;
  for (const name of Object.keys(last)) put(name, 'select 1');
  await run();
  for (const [name, sum] of Object.entries(last))
    await ask(ownerUrl, `update schema_migrations set checksum = '${sum}' where name = '${name}'`);
  await ask(ownerUrl, `create table clip_files (state text constraint clip_files_state_known check (true))`);
  // The next migration fails because a table of the baseline is missing.
  await expect(migrate({ ownerUrl, appPassword })).rejects.toThrow(
    /^Migration 0094_proven_constraints\.sql failed.* relation "clip_tracking" does not exist/,
  );
});

/** SHA-256 of the baseline's part of db/schema.sql without comments. */
const BASELINE_SCHEMA = 'd64c52d042c340c7a53216c9ecc3c26ad65776e8981192b65964d9e39003a77a';

test('the baseline is never changed, except for its comments', async () => {
  put('0001_baseline.sql', readMigrations()[0]!.sql);
  await run();
  const [schema] = await generatedFiles(ownerUrl);
  const statements = schema!.text.split('\n').filter((line) => !line.startsWith('comment on '));
  expect(createHash('sha256').update(statements.join('\n')).digest('hex')).toBe(BASELINE_SCHEMA);
});

test('other line endings are no change, and a repeated number or a missing name is an error', async () => {
  put('0001_things.sql', 'create table things (\n id int8)');
  await run();
  put('0001_things.sql', 'create table things (\r\n id int8)');
  expect((await run()).applied).toEqual([]);
  put('0001_other.sql', 'select 1');
  await expect(run()).rejects.toThrow('Two migrations carry the number 0001');
  rmSync(join(folder, '0001_other.sql'));
  put('next.sql', 'select 1');
  await expect(run()).rejects.toThrow('must be named like 0001_what_it_makes.sql');
});

test('three processes that start at once apply each file once in total', async () => {
  for (const number of [1, 2, 3])
    put(`000${number}_step.sql`, `create table step_${number} as select pg_sleep(0.05)::text as slept`);
  const module = fileURLToPath(new URL('./migrate.ts', import.meta.url));
  const options = JSON.stringify({ ownerUrl, appPassword, migrationsDir: folder });
  const processes = [1, 2, 3].map(async (number) => {
    const output = join(folder, `said.${number}`);
    const program = `const { migrate } = await import(${JSON.stringify(module)});
      (await import('node:fs')).writeFileSync(${JSON.stringify(output)}, (await migrate(${options})).applied.join());`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    return { code, output: readFileSync(output, 'utf8') };
  });
  const results = await Promise.all(processes);
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(results.map(({ output }) => output).filter(Boolean)).toEqual([
    '0001_step.sql,0002_step.sql,0003_step.sql',
  ]);
});

test('a database that cannot be reached is reported in one sentence', async () => {
  const nowhere = 'postgresql://someone:secret@127.0.0.1:1/none';
  await expect(migrate({ ownerUrl: nowhere, migrationsDir: folder })).rejects.toThrow(
    /^The database of DATABASE_URL cannot be reached: connect ECONNREFUSED/,
  );
});
