import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from './app.ts';
import { requireDataFolder } from './config/data-folder.ts';
import { readConfig } from './config.ts';
import { createLog } from './infra/log.ts';
import { recordSecret } from './infra/secret-record.ts';
import { testDatabase } from './testing/database.ts';
import { LIVE_ENV } from './testing/live-env.ts';

const [FIRST, NEXT, FOREIGN] = ['first', 'next', 'foreign'].map(
  (name) => `the ${name} secret of an installation`,
);
const MUST = /^SECRET or SECRET_PREVIOUS must be the secret that this database was started with, .+\.$/;

/** Returns a missing data folder and one database, with functions that start processes on them. */
async function installation() {
  const home = mkdtempSync(join(tmpdir(), 'permille-start-'));
  const database = await testDatabase();
  onTestFinished(async () => {
    await database.close();
    rmSync(home, { recursive: true });
  });
  const dataDir = join(home, 'data');
  const start = async (env: Record<string, string | undefined> = {}): Promise<void> => {
    const config = readConfig({ ...LIVE_ENV, DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl, ...env });
    const app = await createApp(config, {
      databaseUrl: database.appUrl,
      tick: false,
      log: createLog('silent'),
    });
    await app.stop();
  };
  return { start, dataDir, db: database.db };
}

test("a start with another secret than the database's is refused in one sentence", async () => {
  const { start } = await installation();
  await start({ SECRET: FIRST });
  await expect(start({ SECRET: FOREIGN })).rejects.toThrow(MUST);
  await expect(start({ SECRET: FOREIGN, SECRET_PREVIOUS: NEXT })).rejects.toThrow(MUST);
  await start({ SECRET: FIRST });
});

test('a first start makes the media folder, which identifies a data folder for backups, and only its owner may read it', async () => {
  const { start, dataDir } = await installation();
  await start({ SECRET: FIRST });
  expect(() => requireDataFolder(dataDir)).not.toThrow();
  expect(statSync(dataDir).mode & 0o044).toBe(0);
});

test('a start without its database is refused when an earlier installation left files, and creates none', async () => {
  const { start, dataDir } = await installation();
  await start({ SECRET: FIRST });
  const config = readConfig({ ...LIVE_ENV, DATA_DIR: dataDir, SECRET: FIRST });
  await expect(createApp(config, { log: createLog('silent') })).rejects.toThrow(
    /^DATABASE_URL or APP_DATABASE_URL must be set, because .+ has files of an installation and no database; .+\.$/,
  );
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});

test('each step of a rotation starts, with several processes in between, and none afterwards with the old secret alone', async () => {
  const { start, db } = await installation();
  await start({ SECRET: FIRST });
  await start({ SECRET: FIRST, SECRET_PREVIOUS: NEXT });
  await start({ SECRET: NEXT, SECRET_PREVIOUS: FIRST });
  await start({ SECRET: FIRST, SECRET_PREVIOUS: NEXT });
  await recordSecret(db, NEXT!, new Date());
  await start({ SECRET: FIRST, SECRET_PREVIOUS: NEXT });
  await start({ SECRET: NEXT, SECRET_PREVIOUS: FIRST });
  await start({ SECRET: NEXT });
  await expect(start({ SECRET: FIRST })).rejects.toThrow(MUST);
});

test('a previous secret that is removed too early stops the start, rather than a login', async () => {
  const { start } = await installation();
  await start({ SECRET: FIRST });
  await start({ SECRET: NEXT, SECRET_PREVIOUS: FIRST });
  await expect(start({ SECRET: NEXT })).rejects.toThrow(MUST);
});

test('without a configured secret the first start makes it, and a rotation renames its file', async () => {
  const { start, dataDir } = await installation();
  await start();
  const file = join(dataDir, 'secret');
  expect(existsSync(file)).toBe(true);
  await start();
  renameSync(file, `${file}.previous`);
  await start();
  expect(existsSync(file)).toBe(true);
  rmSync(`${file}.previous`);
  await expect(start()).rejects.toThrow(MUST);
});

test('a lost secret file stops the start, and no new secret replaces it', async () => {
  const { start, dataDir } = await installation();
  await start();
  rmSync(join(dataDir, 'secret'));
  await expect(start()).rejects.toThrow(
    /^SECRET must be set, or the file "secret" be back in DATA_DIR, .+\.$/,
  );
  expect(existsSync(join(dataDir, 'secret'))).toBe(false);
});

test('a database of the wrong mode is refused for its mode, whatever the secret', async () => {
  const { start } = await installation();
  await start({ SECRET: FIRST });
  await expect(start({ SECRET: FOREIGN, MODE: 'staging' })).rejects.toThrow(
    /^MODE must be live on this database/,
  );
});

test('a refused first start leaves no secret and no folder', async () => {
  const { start, dataDir } = await installation();
  await start({ SECRET: FIRST, DATA_DIR: `${dataDir}-of-the-first` });
  await expect(start({ MODE: 'staging' })).rejects.toThrow('MODE must be live');
  await expect(start()).rejects.toThrow('SECRET must be set');
  const config = readConfig({
    ...LIVE_ENV,
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  });
  await expect(createApp(config, { log: createLog('silent') })).rejects.toThrow('cannot be reached');
  expect(existsSync(dataDir)).toBe(false);
});
