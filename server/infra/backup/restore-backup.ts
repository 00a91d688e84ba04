import { mkdir, readdir, rename, rm, rmdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDataFolder } from '#db/data-folder.ts';
import { isAlive } from '#db/embedded-pidfile.ts';
import { restoreCluster } from '#db/restore-cluster.ts';
import { type Dump, isDump } from './dump-database.ts';
import type { Reached } from './dump-tools.ts';
import { FOLDERS, secretFingerprint } from './make-backup.ts';
import { listBackups, type Manifest, readManifest } from './manifest.ts';
import type { Place } from './place.ts';
import { requireEmptyDatabase, restoreDump } from './restore-dump.ts';

/**
 * Returns the backup of this name, or the newest without a name.
 * @throws one sentence when there is none
 */
export async function findBackup(
  place: Place,
  name: string | null,
): Promise<{ name: string; manifest: Manifest }> {
  const names = await listBackups(place);
  const found = name === null ? names.at(-1) : names.find((one) => one === name);
  if (found) return { name: found, manifest: await readManifest(place, found) };
  if (names.length === 0) throw new Error(`There is no backup in ${place.name}.`);
  throw new Error(`There is no backup ${name} in ${place.name}; there are ${names.join(', ')}.`);
}

/**
 * Restores a backup into an empty data folder. Its dump, if it has one, is loaded into the empty database
 * `into`. Checks each file against its hash.
 * @throws one sentence when the secret is another one, the folder or the database is in use, or the backup is
 * damaged
 */
export async function restoreBackup(
  place: Place,
  manifest: Manifest,
  { dataDir, secrets, into }: { dataDir: string; secrets: readonly string[]; into: Reached | null },
): Promise<void> {
  if (!secrets.some((secret) => secretFingerprint(secret) === manifest.secretMark))
    throw new Error(
      `The secret is not the one of this backup, without which connected accounts and second factors can't be read: set SECRET, or put the file with it into the data folder as "secret".`,
    );
  const { database } = manifest;
  await requireTarget(database, { dataDir, into });
  makeDataFolder(dataDir);
  await restoreFiles(place, manifest, dataDir);
  try {
    if (database && isDump(database)) await restoreDump(place, database, { to: into!, withRights: true });
    else if (database) await restoreCopy(place, database, dataDir);
  } catch (error) {
    for (const part of FOLDERS) await rm(join(dataDir, part), { recursive: true, force: true });
    throw error;
  }
}

async function requireTarget(
  database: Manifest['database'],
  { dataDir, into }: { dataDir: string; into: Reached | null },
): Promise<void> {
  for (const part of ['postgres', ...FOLDERS]) {
    const there = await readdir(join(dataDir, part)).catch(() => []);
    if (there.length > 0)
      throw new Error(
        `The data folder ${dataDir} has files already (${part}): move it away, or set DATA_DIR to a new folder.`,
      );
  }
  if (!database) return;
  if (!isDump(database)) {
    if (into)
      throw new Error(
        'The backup is of an embedded database, which comes back into the data folder: leave out DATABASE_URL.',
      );
    return;
  }
  if (!into)
    throw new Error(
      'The backup has a dump of your own PostgreSQL: name an empty database in DATABASE_URL, as the role that is to own it.',
    );
  await requireEmptyDatabase(into.url);
}

/** Restores only the files of an embedded cluster, for example to test whether it starts. */
export async function restoreCopy(
  place: Place,
  database: Exclude<NonNullable<Manifest['database']>, Dump>,
  dataDir: string,
): Promise<void> {
  const { objects } = place;
  const byPath = new Map(database.files.map((file) => [file.path, file]));
  await restoreCluster(dataDir, database, (path, to) => objects.get(byPath.get(path)!, to));
}

const MAKING = 'restoring-';

/** Removes the remains of restores that were killed. */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(MAKING) && !isAlive(Number(name.slice(MAKING.length))))
      await rm(join(dataDir, name), { recursive: true });
}

/** Restores into a temporary folder first, so that half a restore is not mistaken for a complete one. */
async function restoreFiles(place: Place, { files }: Manifest, dataDir: string): Promise<void> {
  const { objects } = place;
  await removeAbandoned(dataDir);
  const making = join(dataDir, `${MAKING}${process.pid}`);
  try {
    for (const file of files) {
      const path = join(making, file.path);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await objects.get(file, path);
      // With its original time, the next backup recognizes the file as unchanged.
      await utimes(path, file.modifiedMs / 1000, file.modifiedMs / 1000);
    }
    for (const part of new Set(files.map(({ path }) => path.split('/')[0]!))) {
      // The server creates empty folders when it starts.
      await rmdir(join(dataDir, part)).catch(() => undefined);
      await rename(join(making, part), join(dataDir, part));
    }
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}
