import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#server/infra/db.ts';
import { newId } from '#server/infra/id.ts';
import { claimMode } from '#server/infra/installation-mode.ts';
import { startFailure } from '#server/start-failure.ts';
import { TEST_SECRET as SECRET } from '#server/testing/actor.ts';
import { testDatabase } from '#server/testing/database.ts';
import { commands, runCommand } from './run-command.ts';

const home = mkdtempSync(join(tmpdir(), 'permille-wrong-'));
const t = await testDatabase();
const empty = `empty_${newId().replaceAll('-', '')}`;
await sql`create database ${sql.id(empty)}`.execute(t.owner);
afterAll(async () => {
  await sql`drop database ${sql.id(empty)} with (force)`.execute(t.owner);
  await t.close();
  rmSync(home, { recursive: true });
});

const elsewhere = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href;

const folders: Record<string, (path: string) => void> = {
  'that is not there': () => undefined,
  'that is empty': (path) => mkdirSync(path),
  'of something else': (path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'holiday.jpg'), '');
  },
  'that is a file': (path) => writeFileSync(path, ''),
};

const args: Record<string, string[]> = {
  'create-admin': ['boss'],
  'reset-second-factor': ['boss'],
  export: ['hledger'],
  backup: [join(home, 'backups')],
};

/**
 * Commands without the check: `doctor` only reports, `restore` fills a new folder, the other two need no
 * data.
 */
const ASIDE = ['doctor', 'restore', 'migrate', 'discord-commands'];
const dataCommands = Object.keys(commands).filter((name) => !ASIDE.includes(name));

async function called(name: string, env: Record<string, string>) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const bucket = name === 'move-files' && {
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY_ID: 'key-id',
    S3_SECRET_ACCESS_KEY: 'key-secret',
  };
  const call = {
    name,
    args: args[name] ?? [],
    env: { ADMIN_PASSWORD: 'ledger of lisbon', ...bucket, ...env },
  };
  const code = await runCommand({ ...call, print }).catch((error: unknown) => {
    lines.push(startFailure(error, null));
    return 1;
  });
  return { code, lines };
}

const below = (path: string): string[] => readdirSync(path, { recursive: true }).map(String).sort();

describe.each(Object.keys(folders))('a data folder %s', (kind) => {
  test.each(dataCommands)('is refused by %s in one sentence and left unchanged', async (name) => {
    const DATA_DIR = join(home, newId());
    folders[kind]!(DATA_DIR);
    const before = below(home);
    const { code, lines } = await called(name, { DATA_DIR });
    expect(lines).toEqual([expect.stringMatching(/^(?:The data folder|DATA_DIR must be) .+\.$/)]);
    expect(code).toBe(1);
    expect(below(home)).toEqual(before);
  });
});

const ofDatabase = dataCommands.filter((name) => name !== 'backup' && name !== 'move-files');
const tables = async (url: string) => {
  const { db, close } = createDatabase(url, { max: 1 });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from pg_class where relnamespace = 'public'::regnamespace`.execute(db);
  await close();
  return rows[0]!.count;
};

test.each(ofDatabase)('an empty database is refused by %s and left unchanged', async (name) => {
  const DATABASE_URL = elsewhere(t.ownerUrl, empty);
  const { code, lines } = await called(name, {
    DATABASE_URL,
    SECRET,
    MODE: 'staging',
    DATA_DIR: join(home, 'none'),
  });
  expect(lines).toEqual([
    'The database of DATABASE_URL has no tables of Permille: name the one of the server.',
  ]);
  expect(code).toBe(1);
  expect(await tables(DATABASE_URL)).toBe(0);
});

test.each(ofDatabase)('a database on which no server was started is refused by %s', async (name) => {
  const env = { DATABASE_URL: t.ownerUrl, APP_DATABASE_URL: t.appUrl, SECRET, MODE: 'staging' };
  const { code, lines } = await called(name, { ...env, DATA_DIR: join(home, 'none') });
  expect(lines).toEqual([
    'No server was ever started on this database: start it first, or name the right one.',
  ]);
  expect(code).toBe(1);
});

test.each(ofDatabase)(
  'a database with a pending migration is refused by %s and left unchanged',
  async (name) => {
    const old = await testDatabase();
    await claimMode(old.db, 'staging', new Date());
    const { rows } = await sql<{ name: string }>`
    delete from schema_migrations where name = (select max(name) from schema_migrations) returning name`.execute(
      old.owner,
    );
    const env = { DATABASE_URL: old.ownerUrl, APP_DATABASE_URL: old.appUrl, SECRET, MODE: 'staging' };
    const { code, lines } = await called(name, { ...env, DATA_DIR: join(home, 'none') });
    expect(lines).toEqual([
      `The database of DATABASE_URL lacks migration ${rows[0]!.name}: run npm run migrate first.`,
    ]);
    expect(code).toBe(1);
    await old.close();
  },
);

test("a restored database without the app's login is refused in one sentence", async () => {
  const restored = await testDatabase();
  await claimMode(restored.db, 'staging', new Date());
  await sql`insert into app_login (role, password) values ('of_another_server', 'x')
    on conflict do nothing`.execute(restored.owner);
  await sql`update app_login set role = 'of_another_server'`.execute(restored.owner);
  const env = { DATABASE_URL: restored.ownerUrl, SECRET, MODE: 'staging', DATA_DIR: join(home, 'none') };
  const { code, lines } = await called('reconcile', env);
  expect(lines).toEqual([
    expect.stringMatching(/^The login of the app can't be used \(.+\): start the server .+ first\.$/),
  ]);
  expect(code).toBe(1);
  await restored.close();
});

test('a backup of a mistyped folder is also refused with an own PostgreSQL', async () => {
  const env = { DATABASE_URL: t.ownerUrl, SECRET, MODE: 'staging', DATA_DIR: join(home, 'mistyped') };
  const { lines } = await called('backup', env);
  expect(lines).toEqual([
    expect.stringMatching(/^DATA_DIR must be the data folder of the server, and .+ does not exist\.$/),
  ]);
});

test('doctor creates nothing in any of these folders', async () => {
  for (const [kind, make] of Object.entries(folders)) {
    const DATA_DIR = join(home, newId());
    make(DATA_DIR);
    const before = below(home);
    const { lines } = await called('doctor', { DATA_DIR, APP_URL: 'http://127.0.0.1:1' });
    expect(lines.at(-1), kind).toMatch(/\d+ ok, \d+ warnings, \d+ wrong$/);
    expect(below(home), kind).toEqual(before);
  }
});

test('a restore into an impossible place leaves no folder', async () => {
  cpSync(join(import.meta.dirname, 'restore.ts'), join(home, 'a file'));
  const { code, lines } = await called('restore', {
    DATA_DIR: join(home, 'new'),
    SECRET,
    BACKUP_FOLDER: join(home, 'no backups'),
  });
  expect(lines).toEqual([expect.stringMatching(/^There is no backup in .+\.$/)]);
  expect(code).toBe(1);
  expect(readdirSync(home)).not.toContain('new');
});
