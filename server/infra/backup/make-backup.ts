import { createHmac } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { copyCluster } from '#db/copy-cluster.ts';
import { type Dump, dumpDatabase, isDump } from './dump-database.ts';
import type { Reached } from './dump-tools.ts';
import {
  listBackups,
  type Manifest,
  nameOf,
  readManifest,
  removeManifest,
  writeManifest,
} from './manifest.ts';
import type { Objects } from './objects.ts';
import type { Place } from './place.ts';
import { type RemoteFiles, storeRemoteFiles } from './store-remote-files.ts';

export interface BackupSource {
  dataDir: string;
  /** Null when other tools back up the database. */
  database: DatabaseSource | null;
  secret: string;
  /** Uploaded files outside the data folder; absent when all uploads are in it. */
  elsewhere?: RemoteFiles | null;
}

/**
 * The embedded cluster through its owner, or the operator's PostgreSQL through a role that may read every
 * table.
 */
export type DatabaseSource = { kind: 'embedded'; ownerUrl: string } | ({ kind: 'external' } & Reached);

type FileEntry = Manifest['files'][number];
export type Made = { name: string; bytes: number; files: number };

/**
 * The folders of the data folder that are backed up. The secret's file is not, because an operator must keep
 * the secret elsewhere.
 */
export const FOLDERS = ['media', 'texts'];

/** Identifies a secret without revealing it. */
export const secretFingerprint = (secret: string): string =>
  createHmac('sha256', secret).update('permille:backup').digest('base64url').slice(0, 16);

/**
 * Writes a backup of a running installation to a place, and keeps the newest `keep`. Files that earlier
 * backups already hold are not written again.
 * @throws one sentence when the folder is inside the data folder or another backup is running
 */
export async function makeBackup(
  source: BackupSource,
  { place, keep, now }: { place: Place; keep: number; now: () => Date },
): Promise<Made> {
  await place.require(source.dataDir, false);
  const release = await place.lock();
  try {
    return await write(source, { place, keep, now });
  } finally {
    await release();
  }
}

async function write(
  source: BackupSource,
  { place, keep, now }: { place: Place; keep: number; now: () => Date },
): Promise<Made> {
  const startedAt = now();
  const { objects } = place;
  const known = await filesOfLast(place);

  // Files are stored before the database is read, because some are removed meanwhile, and again afterwards,
  // because some are added meanwhile.
  const before = await keepFiles(source, objects, known);
  const database = source.database && (await keepDatabase(source.dataDir, source.database, objects));
  const after = await keepFiles(source, objects, known);
  const files = [...known.values()].filter(({ path }) => before.has(path) || after.has(path));

  const name = nameOf(startedAt);
  await writeManifest(place, name, {
    format: database && isDump(database) ? 2 : 1,
    startedAt: startedAt.toISOString(),
    endedAt: now().toISOString(),
    secretMark: secretFingerprint(source.secret),
    database,
    files,
  });
  await forgetOld(place, keep);
  return { name, files: files.length, bytes: bytesOf([...(database?.files ?? []), ...files]) };
}

const bytesOf = (files: { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

async function keepDatabase(
  dataDir: string,
  source: DatabaseSource,
  objects: Objects,
): Promise<NonNullable<Manifest['database']>> {
  if (source.kind === 'external') return await dumpDatabase(source, objects);
  const { ownerUrl } = source;
  const files: Dump['files'] = [];
  const cluster = await copyCluster({ ownerUrl, folder: join(dataDir, 'postgres') }, async (path, from) => {
    const object = await objects.put(from);
    if (object) files.push({ path, ...object });
    return object !== null;
  });
  return { files, ...cluster };
}

/**
 * Returns the files of the newest backup, which are not read again when unchanged; empty without a readable
 * backup.
 */
async function filesOfLast(place: Place): Promise<Map<string, FileEntry>> {
  const last = (await listBackups(place)).at(-1);
  const files = last
    ? await readManifest(place, last).then(
        (it) => it.files,
        () => [],
      )
    : [];
  return new Map(files.map((file) => [file.path, file]));
}

/** Stores new and changed files, records them in `known`, and returns the paths that exist. */
async function keepFiles(
  { dataDir, elsewhere }: BackupSource,
  objects: Objects,
  known: Map<string, FileEntry>,
): Promise<Set<string>> {
  const seen = elsewhere ? await storeRemoteFiles(elsewhere, objects, known) : new Set<string>();
  for (const folder of FOLDERS) {
    for (const file of await filesBelow(join(dataDir, folder))) {
      const path = relative(dataDir, file).split(sep).join('/');
      const before = known.get(path);
      const now = await stat(file).catch(unlessGone(null));
      if (!now) continue;
      seen.add(path);
      const same = before?.bytes === now.size && before.modifiedMs === now.mtimeMs;
      if (same && (await objects.has(before))) continue;
      const object = await objects.put(file);
      if (object) known.set(path, { path, ...object, modifiedMs: now.mtimeMs });
    }
  }
  return seen;
}

/** Lists all files except uploads in progress, whose senders send them again after a restore. */
async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(unlessGone([]))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await filesBelow(path)));
    else if (entry.isFile() && entry.name !== 'upload' && !entry.name.startsWith('part-')) files.push(path);
  }
  return files;
}

/** Ignores the error of a file that was deleted while it was read; any other error fails the backup. */
const unlessGone =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };

async function forgetOld(place: Place, keep: number): Promise<void> {
  const names = await listBackups(place);
  const [old, kept] = [names.slice(0, -keep), names.slice(-keep)];
  if (old.length === 0) return;
  const wanted = new Set<string>();
  for (const name of kept) {
    const { database, files } = await readManifest(place, name);
    for (const { sha256 } of [...(database?.files ?? []), ...files]) wanted.add(sha256);
  }
  for (const name of old) await removeManifest(place, name);
  await place.objects.keepOnly(wanted);
}
