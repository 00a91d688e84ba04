import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { type Embedded, startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { personOf } from '#db/seed/person-of.ts';
import { testFolder } from '#db/test-folder.ts';
import { backup } from './cli/backup.ts';
import type { LoneCommand } from './cli/command.ts';
import { restore } from './cli/restore.ts';
import { readConfig } from './config.ts';
import { makeBackup } from './infra/backup/make-backup.ts';
import { folderPlace } from './infra/backup/open-place.ts';
import { createDatabase } from './infra/db.ts';
import { newId } from './infra/id.ts';
import { type Database, transact } from './infra/transaction.ts';
import { confirmTestCard } from './modules/deposits/deposits.ts';
import { reconcile } from './modules/ledger/ledger.ts';
import { testPerson } from './testing/api.ts';

const SECRET = 'the secret of this installation, kept elsewhere';
const home = testFolder();
const [dataDir, folder] = [join(home, 'data'), join(home, 'backups')];
const stops: (() => Promise<void>)[] = [];
let running: { embedded: Embedded; db: Database };

beforeAll(async () => {
  running = await start(dataDir);
  mkdirSync(join(dataDir, 'media/one'), { recursive: true });
  writeFileSync(join(dataDir, 'media/one/file'), 'a source video');
});
afterAll(async () => {
  for (const stop of stops) await stop();
  rmSync(home, { recursive: true, force: true });
});

async function start(at: string) {
  const embedded = await startEmbedded({ dataDir: at });
  const { appUrl } = await migrate({ ownerUrl: embedded.ownerUrl, appPassword: embedded.appPassword });
  const { db, close } = createDatabase(appUrl);
  stops.push(async () => {
    await close();
    await embedded.stop();
  });
  return { embedded, db };
}

const ofEmbedded = ({ ownerUrl }: Embedded) => ({ kind: 'embedded' as const, ownerUrl });

async function deposit(db: Database): Promise<string> {
  const { accountId: hostId } = await testPerson(db, 'host');
  const deposit = {
    hostId,
    userId: personOf(hostId),
    amountMicros: micros(10_000n),
    now: new Date('2026-01-05T12:00:00Z'),
  };
  return `deposit:${await transact(db, (tx) => confirmTestCard(tx, deposit))}`;
}

const keysIn = async (db: Database): Promise<Set<string>> =>
  new Set(
    (await sql<{ key: string }>`select key from ledger_entries`.execute(db)).rows.map(({ key }) => key),
  );

/** Makes a backup while money moves; returns the keys of deposits that were acknowledged before it began. */
async function backUpUnderLoad(keep = 2): Promise<{ name: string; before: string[] }> {
  const { embedded, db } = running;
  const before = [await deposit(db), await deposit(db)];
  let ended = false;
  const load = async () => {
    for (let n = 0; n < 40 && !ended; n++) await deposit(db);
  };
  const loading = load();
  const source = { dataDir, secret: SECRET, database: ofEmbedded(embedded) };
  const { name } = await makeBackup(source, { place: folderPlace(folder), keep, now: () => new Date() });
  ended = true;
  await loading;
  return { name, before };
}

async function call(command: LoneCommand, args: string[], env: Record<string, string> = {}) {
  const printed: string[] = [];
  const code = await command.runAlone({
    args,
    env,
    print: (line) => printed.push(line),
    readConfig: () => readConfig({ SECRET, ...env }),
    openUnmigrated: () => Promise.reject(new Error('no database is to be opened')),
  });
  return { code, output: printed.join('\n') };
}

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

test('a backup made under load is restored with everything acknowledged before it, and the books balance', async () => {
  await backUpUnderLoad();
  mkdirSync(join(dataDir, 'media/two'));
  writeFileSync(join(dataDir, 'media/two/file'), 'a photo');
  for (const name of ['part-1', 'upload']) writeFileSync(join(dataDir, 'media/two', name), 'half of one');
  const { before } = await backUpUnderLoad();
  await deposit(running.db);

  const restored = join(home, 'restored');
  // The folder simulates what a killed restore leaves behind.
  mkdirSync(join(restored, 'restoring-2147483646/media'), { recursive: true });
  expect(await call(restore, [folder], { DATA_DIR: restored, SECRET })).toMatchObject({ code: 0 });
  expect(readdirSync(restored).sort()).toEqual(['media', 'postgres']);
  const again = await start(restored);
  const proof = await reconcile(again.db);
  expect(proof.ok).toBe(true);
  const kept = await keysIn(again.db);
  expect(before.filter((key) => !kept.has(key))).toEqual([]);
  expect(kept.size).toBeLessThan((await keysIn(running.db)).size);
  expect(await deposit(again.db)).toBeTruthy();
  expect(readFileSync(join(restored, 'media/one/file'), 'utf8')).toBe('a source video');
  expect(readdirSync(join(restored, 'media/two'))).toEqual(['file']);
});

test('a backup is verified completely: its database starts, and a changed or missing file is named', async () => {
  const name = readdirSync(join(folder, 'backups')).at(-1)!.slice(0, -'.json'.length);
  const { code, output } = await call(backup, [folder, '--verify']);
  expect(code).toBe(0);
  expect(output).toContain(`The backup ${name} is whole: 2 files, `);
  expect(output).toContain('its books balance');

  const objects = readdirSync(join(folder, 'objects'), { recursive: true, withFileTypes: true });
  const paths = objects.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name));
  const video = paths.find((path) => readFileSync(path, 'utf8') === 'a source video')!;
  writeFileSync(video, 'another video.');
  expect(await refusal(call(backup, [folder, '--verify']))).toMatch(`${video} of the backup is damaged`);
  expect(await refusal(call(backup, [folder, '--verify']))).toMatch('The backup lacks the file');
});

test('a database that refers to a file which the backup lacks is reported', async () => {
  const id = newId();
  const owner = newId();
  await sql`insert into users (id, email, name, role, created_at, updated_at) values
    (${owner}, 'marlow@permille.example', 'marlow', 'host', now(), now())`.execute(running.db);
  await sql`insert into media_files (id, owner_id, kind, state, file_name, content_type, size_bytes, storage_key, created_at)
    values (${id}, ${owner}, 'photo', 'ready', 'me.jpg', 'image/jpeg', 1, 'lost', now())`.execute(running.db);
  await backUpUnderLoad();
  expect(await refusal(call(backup, [folder, '--verify']))).toMatch(
    '1 files that it lacks, such as media/lost/file',
  );
  await sql`delete from media_files where id = ${id}`.execute(running.db);
});

test('the configured number of backups is kept, and files that only older ones had are removed', async () => {
  rmSync(join(dataDir, 'media/one'), { recursive: true });
  const { name } = await backUpUnderLoad(1);
  expect(readdirSync(join(folder, 'backups'))).toEqual([`${name}.json`]);
  const texts = readdirSync(join(folder, 'objects'), { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => readFileSync(join(it.parentPath, it.name), 'latin1'));
  expect(texts.includes('a source video')).toBe(false);
  expect(await call(backup, [folder, '--verify'])).toMatchObject({ code: 0 });
});

test('a restore refuses another secret, none, and a folder in use, and then changes nothing', async () => {
  const empty = join(home, 'empty');
  const asked = (env: Record<string, string>) => refusal(call(restore, [folder], env));
  expect(await asked({ DATA_DIR: empty, SECRET: `${SECRET}!` })).toMatch(
    'The secret is not the one of this backup',
  );
  expect(await call(restore, [folder], { DATA_DIR: empty })).toMatchObject({ code: 1 });
  expect(await asked({ DATA_DIR: dataDir, SECRET })).toMatch('has files already (postgres)');
  expect(readdirSync(home)).not.toContain('empty');
  expect(await asked({ DATA_DIR: empty, SECRET, DATABASE_URL: 'postgres://a:b@127.0.0.1/p' })).toMatch(
    'The backup is of an embedded database, which comes back into the data folder: leave out DATABASE_URL.',
  );
  expect(await call(restore, [], { SECRET })).toMatchObject({ code: 1 });
  expect(await refusal(call(restore, [folder, '--at=yesterday'], { DATA_DIR: empty, SECRET }))).toMatch(
    'There is no backup yesterday',
  );
});

test('a backup inside the data folder is refused, and only one is made at a time', async () => {
  const source = { dataDir, secret: SECRET, database: ofEmbedded(running.embedded) };
  const make = (to: string) => makeBackup(source, { place: folderPlace(to), keep: 1, now: () => new Date() });
  expect(await refusal(make(join(dataDir, 'backups')))).toMatch('must not lie in the data folder');
  const both = await Promise.all([refusal(make(join(home, 'a'))), refusal(make(join(home, 'b')))]);
  expect(both.sort()).toEqual([expect.stringMatching(/^Another backup of this database/), 'done']);
  const files = () =>
    makeBackup({ ...source, database: null }, { place: folderPlace(home), keep: 1, now: () => new Date() });
  writeFileSync(join(home, 'lock'), `${process.ppid} ${hostname()}`);
  expect(await refusal(files())).toMatch(/^Another backup into .+ is under way/);
  writeFileSync(join(home, 'lock'), `2147483646 ${hostname()}`);
  expect(await refusal(files())).toBe('done');
});
