import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { migrate } from '#db/migrate.ts';
import { personOf } from '#db/seed/person-of.ts';
import { testFolder } from '#db/test-folder.ts';
import { backup } from './cli/backup.ts';
import type { LoneCommand } from './cli/command.ts';
import { restore } from './cli/restore.ts';
import { readConfig } from './config.ts';
import { watchBackups } from './infra/backup/watch-backups.ts';
import { systemClock } from './infra/clock.ts';
import { createDatabase } from './infra/db.ts';
import { claimMode } from './infra/installation-mode.ts';
import { type Database, transact } from './infra/transaction.ts';
import { confirmTestCard } from './modules/deposits/deposits.ts';
import { reconcile } from './modules/ledger/ledger.ts';
import { testPerson } from './testing/api.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { LIVE_ENV } from './testing/live-env.ts';

const SECRET = 'the secret of this installation, kept elsewhere';
const home = testFolder();
const [dataDir, folder, programs] = [join(home, 'data'), join(home, 'backups'), join(home, 'bin')];
let own: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  own = await testDatabase();
  await claimMode(own.db, 'live', new Date('2026-01-01T00:00:00Z'));
  mkdirSync(join(dataDir, 'media/one'), { recursive: true });
  writeFileSync(join(dataDir, 'media/one/file'), 'a source video');
  mkdirSync(programs);
  env = {
    ...{ ...LIVE_ENV, SECRET, DATA_DIR: dataDir, PATH: `${programs}:/usr/bin:/bin` },
    ...{ APP_DATABASE_URL: own.appUrl, DUMP_DATABASE_URL: own.ownerUrl },
  };
  await deposit(own.db);
});
beforeEach(() => {
  for (const name of ['pg_dump', 'pg_restore'])
    writeProgram(
      name,
      `echo "${name} $*" >> ${home}/calls; env >> ${home}/known\ncd ${process.cwd()} && exec ${process.execPath} --import tsx server/testing/act-as-client.ts ${name} "$@"`,
    );
});
afterAll(async () => {
  await own.close();
  rmSync(home, { recursive: true, force: true });
});

function writeProgram(name: string, does: string): void {
  writeFileSync(join(programs, name), `#!/bin/sh\n${does}\n`);
  chmodSync(join(programs, name), 0o755);
}

async function deposit(db: Database): Promise<void> {
  const { accountId: hostId } = await testPerson(db, 'host');
  const card = {
    hostId,
    userId: personOf(hostId),
    amountMicros: micros(10_000n),
    now: new Date('2026-01-05T12:00:00Z'),
  };
  await transact(db, (tx) => confirmTestCard(tx, card));
}

async function call(command: LoneCommand, args: string[], change: Record<string, string> = {}) {
  const printed: string[] = [];
  const given = { ...env, ...change };
  const code = await command
    .runAlone({
      args,
      env: given,
      print: (line) => printed.push(line),
      readConfig: () => readConfig(given),
      openUnmigrated: () => Promise.reject(new Error('no embedded database is to be opened')),
    })
    .catch((error: Error) => {
      printed.push(error.message);
      return 1;
    });
  return { code, output: printed.join('\n') };
}

const problem = () => watchBackups(own.db, { everyHours: 24, clock: systemClock }).check.problem();

/** Creates an empty database on the same server. */
async function emptyDatabase(): Promise<string> {
  const name = `restored_${Date.now()}`;
  await sql`create database ${sql.id(name)} template template0`.execute(own.owner);
  const url = new URL(own.ownerUrl);
  url.pathname = `/${name}`;
  return url.href;
}

test('one command backs up an own PostgreSQL and its files, proves both, and restores both', async () => {
  expect(await problem()).toMatch(/^No backup of database and files is recorded/);
  expect(await call(backup, [folder])).toMatchObject({ code: 0 });
  expect(await problem()).toBeNull();

  const proved = await call(backup, [folder, '--verify']);
  expect(proved.output).toMatch(/is whole: 1 files, \d+ rows in ledger_entries/);
  expect(proved).toMatchObject({
    code: 0,
    output: expect.stringContaining('Its dump can be restored, and its books balance.'),
  });
  const { provedAt } = await own.db
    .selectFrom('backups')
    .select((eb) => eb.fn.min('proved_at').as('provedAt'))
    .executeTakeFirstOrThrow();
  expect(provedAt).not.toBeNull();

  const DATABASE_URL = await emptyDatabase();
  const restored = join(home, 'restored');
  expect(await call(restore, [folder], { DATA_DIR: restored, DATABASE_URL })).toMatchObject({ code: 0 });
  const { appUrl } = await migrate({ ownerUrl: DATABASE_URL });
  const again = createDatabase(appUrl);
  const keys = (db: Database) => db.selectFrom('ledger_entries').select('key').orderBy('key').execute();
  expect(await keys(again.db)).toEqual(await keys(own.db));
  expect((await reconcile(again.db)).ok).toBe(true);
  // The dump was made before its own record, and may contain a failure of the previous backup.
  const { check } = watchBackups(again.db, { everyHours: 24, clock: systemClock });
  expect(await check.problem()).toBeNull();
  await again.close();
  expect(readFileSync(join(restored, 'media/one/file'), 'utf8')).toBe('a source video');
  expect(statSync(restored).mode & 0o066).toBe(0);
});

test('no password is in a command line, and the programs receive no setting except the one password', async () => {
  expect(await call(backup, [folder])).toMatchObject({ code: 0 });
  const password = decodeURIComponent(new URL(own.ownerUrl).password);
  expect(password.length).toBeGreaterThan(8);
  expect(readFileSync(join(home, 'calls'), 'utf8')).not.toContain(password);
  const known = readFileSync(join(home, 'known'), 'utf8');
  expect(known).toContain(`PGPASSWORD=${password}`);
  for (const name of ['SECRET', 'SMTP_URL', 'DUMP_DATABASE_URL', 'APP_DATABASE_URL'])
    expect(known).not.toContain(`${name}=`);
});

test('a backup without the database is never called proved, unless only the files are requested', async () => {
  const files = join(home, 'files');
  const { DUMP_DATABASE_URL: _, ...without } = env;
  env = without;
  try {
    const refused = await call(backup, [files]);
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Set DUMP_DATABASE_URL .+ or add --files/),
    });
    expect(await problem()).toMatch(
      /^The last backup of database and files failed at .+: Set DUMP_DATABASE_URL/,
    );
    expect(await call(backup, [files, '--files'])).toMatchObject({ code: 0 });
    expect(await problem()).toMatch(/^The last backup of database failed at/);
  } finally {
    env = { ...env, DUMP_DATABASE_URL: own.ownerUrl };
  }
  expect(await call(backup, [files, '--verify'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /holds the files alone, and nothing here proves your database: have npm run backup dump it/,
    ),
  });
  expect(await call(backup, [files, '--verify', '--files'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Only the files were looked at'),
  });
});

test('a failed dump is recorded with its reason until one succeeds, and leaves no backup', async () => {
  writeProgram('pg_dump', 'echo "pg_dump: error: aborting because of server version mismatch" >&2; exit 1');
  const other = join(home, 'other');
  expect(await call(backup, [other])).toMatchObject({
    code: 1,
    output: 'pg_dump failed: pg_dump: error: aborting because of server version mismatch',
  });
  expect(await problem()).toMatch(/failed at .+: pg_dump failed: .+ version mismatch$/);
  expect(await call(backup, ['--failed=permille-backup.service failed'])).toMatchObject({ code: 0 });
  expect(await problem()).toMatch(/version mismatch$/);
  expect(await call(backup, [other, '--verify'])).toMatchObject({
    code: 1,
    output: `There is no backup in ${other}.`,
  });
  const away = { DUMP_DATABASE_URL: 'postgres://dump:x@127.0.0.1:1/permille' };
  expect(await call(backup, [other], away)).toMatchObject({
    code: 1,
    output: 'The database of DUMP_DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
  });
  expect(await call(backup, [other], { PATH: home })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^pg_dump is not on this machine: install/),
  });
});

test("another tool's backup is recorded for its part, and a unit records a failure", async () => {
  expect(await call(backup, ['--record=database'])).toMatchObject({ code: 0 });
  const older = await call(backup, ['--record=database', '--at=2026-01-02T03:20:00Z']);
  expect(older.output).toMatch(/^Recorded: the newest backup of database began at /);
  expect(older.output).not.toContain('2026-01-02');
  expect(await call(backup, ['--record=files'])).toMatchObject({ code: 0 });
  expect(await problem()).toBeNull();
  expect(await call(backup, ['--failed=permille-backup.service failed'])).toMatchObject({ code: 0 });
  expect(await problem()).toMatch(
    /^The last backup of database and files failed at .+: permille-backup.service failed$/,
  );
  for (const args of [
    ['--record=all'],
    ['--record=database', '--at=yesterday'],
    ['--record=files', '--at=2999-01-01'],
  ])
    expect(await call(backup, args)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^--(record|at) must be /),
    });
  expect(await call(backup, ['--record=database'], { APP_DATABASE_URL: '' })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Nothing is recorded: no server runs here/),
  });
  expect(await call(backup, [folder])).toMatchObject({ code: 0 });
  expect(await problem()).toBeNull();
});

test('a restore refuses a database with tables and a dump without one, and then changes nothing', async () => {
  const DATA_DIR = join(home, 'untouched');
  expect(await call(restore, [folder], { DATA_DIR, DATABASE_URL: own.ownerUrl })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The database \w+ of DATABASE_URL has \d+ tables already/),
  });
  expect(await call(restore, [folder], { DATA_DIR })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The backup has a dump of your own PostgreSQL: name an empty database/),
  });
  expect(statSync(DATA_DIR, { throwIfNoEntry: false })).toBeUndefined();
});

test('--verify finds a damaged dump, and System Health reports it', async () => {
  writeProgram('pg_restore', 'echo "pg_restore: error: could not read from input file" >&2; exit 1');
  expect(await call(backup, [folder, '--verify'])).toMatchObject({ code: 1 });
  expect(await problem()).toMatch(/: --verify of .+: pg_restore failed: .+ could not read from input file$/);
});
