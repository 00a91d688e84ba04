import { existsSync } from 'node:fs';
import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { restoreCluster } from '#db/restore-cluster.ts';
import { FOLDERS, secretMark } from './make-backup.ts';
import { listBackups, type Manifest, readManifest } from './manifest.ts';
import type { Place } from './place.ts';

/**
 * The backup of this name, or the newest.
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
 * Brings a backup into an empty data folder. Checks each file against its hash on the way.
 * @throws one sentence when the secret is another one, the folder is in use, or the backup is damaged
 */
export async function restoreBackup(
  place: Place,
  manifest: Manifest,
  { dataDir, secrets }: { dataDir: string; secrets: readonly string[] },
): Promise<void> {
  if (!secrets.some((secret) => secretMark(secret) === manifest.secretMark))
    throw new Error(
      `The secret is not the one of this backup, without which connected accounts and second factors can't be read: set SECRET, or put the file with it into the data folder as "secret".`,
    );
  for (const part of ['postgres', ...FOLDERS])
    if (existsSync(join(dataDir, part)))
      throw new Error(
        `The data folder ${dataDir} has files already (${part}): set DATA_DIR to a new folder.`,
      );
  await restoreFiles(place, manifest, dataDir);
  try {
    if (manifest.database) await restoreDatabase(place, manifest.database, dataDir);
  } catch (error) {
    for (const part of FOLDERS) await rm(join(dataDir, part), { recursive: true, force: true });
    throw error;
  }
}

/** The database alone, such as to look whether it starts. */
export async function restoreDatabase(
  place: Place,
  database: NonNullable<Manifest['database']>,
  dataDir: string,
): Promise<void> {
  const { objects } = place;
  const byPath = new Map(database.files.map((file) => [file.path, file]));
  await restoreCluster(dataDir, database, (path, to) => objects.get(byPath.get(path)!, to));
}

/** First beside their place, so that what is half there is not taken for all. */
async function restoreFiles(place: Place, { files }: Manifest, dataDir: string): Promise<void> {
  const { objects } = place;
  const making = join(dataDir, `restoring-${process.pid}`);
  try {
    for (const file of files) {
      const path = join(making, file.path);
      await mkdir(dirname(path), { recursive: true });
      await objects.get(file, path);
      // As it was, so that the next backup knows it again.
      await utimes(path, file.modifiedMs / 1000, file.modifiedMs / 1000);
    }
    for (const part of new Set(files.map(({ path }) => path.split('/')[0]!)))
      await rename(join(making, part), join(dataDir, part));
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}
