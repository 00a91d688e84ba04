import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const object = { sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().nonnegative() };
/** Below its folder, with "/", and never out of it. */
const path = z
  .string()
  .refine(
    (value) => !/^\/|\\|^[A-Za-z]:/.test(value) && !value.split('/').some((part) => /^\.{0,2}$/.test(part)),
  );

const manifest = z.object({
  format: z.literal(1),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** Tells whether a secret is the one that sealed what the database holds. */
  secretMark: z.string(),
  /** Null: an external database, kept by its own tools. */
  database: z
    .object({
      postgres: z.int(),
      files: z.array(z.object({ ...object, path })),
      emptyFolders: z.array(path),
      appended: z.array(z.object({ table: z.string(), before: z.int(), after: z.int() })),
    })
    .nullable(),
  /** Of the data folder: uploads and the operator's texts. */
  files: z.array(z.object({ ...object, path, modifiedMs: z.number() })),
});

/** What one backup holds; written last, so what has one is whole. */
export type Manifest = z.infer<typeof manifest>;

const folderOf = (folder: string) => join(folder, 'backups');
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** The name of the backup that began then: its time, as every file system takes it. */
export const nameOf = (startedAt: Date): string => startedAt.toISOString().replaceAll(/[:.]/g, '-');

/** When the backup of this name began. */
export const startOf = (name: string): Date =>
  new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/, 'T$1:$2:$3.$4Z'));

/** The names of the backups in a folder, the newest last. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folderOf(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter((name) => NAME.test(name))
    .sort();
}

/** @throws one sentence when there is none of that name or it can't be read */
export async function readManifest(folder: string, name: string): Promise<Manifest> {
  const file = join(folderOf(folder), `${name}.json`);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The backup ${file} can't be read (${error.code}).`);
  });
  const read = manifest.safeParse(parseJson(text));
  if (read.success) return read.data;
  throw new Error(`The file ${file} is not a backup that this version reads, or it is damaged: remove it.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export async function writeManifest(folder: string, name: string, content: Manifest): Promise<void> {
  await mkdir(folderOf(folder), { recursive: true, mode: 0o700 });
  const path = join(folderOf(folder), `${name}.json`);
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(content));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

export const removeManifest = (folder: string, name: string): Promise<void> =>
  rm(join(folderOf(folder), `${name}.json`), { force: true });
