import { z } from 'zod';
import type { Place } from './place.ts';

const object = { sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().nonnegative() };
/** A path relative to the backup's folder, with "/", and never outside that folder. */
const path = z
  .string()
  .refine(
    (value) => !/^\/|\\|^[A-Za-z]:/.test(value) && !value.split('/').some((part) => /^\.{0,2}$/.test(part)),
  );

const files = z.array(z.object({ ...object, path }));
const appended = z.array(z.object({ table: z.string(), before: z.int(), after: z.int() }));

const manifest = z.object({
  /**
   * Format 2 has a dump of the database. A release that knows only format 1 would remove the dump as
   * unneeded.
   */
  format: z.union([z.literal(1), z.literal(2)]),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** Identifies the secret that sealed the values in the database. */
  secretMark: z.string(),
  /**
   * The files of the embedded cluster, or a dump of the operator's PostgreSQL; null when other tools back it
   * up.
   */
  database: z
    .union([
      z.object({ postgres: z.int(), files, emptyFolders: z.array(path), appended }),
      z.object({ dumpedFrom: z.int(), files, appended }),
    ])
    .nullable(),
  /** Files of the data folder: uploads and the operator's texts. */
  files: z.array(z.object({ ...object, path, modifiedMs: z.number() })),
});

/** The contents of one backup. It is written last, so a backup with a manifest is complete. */
export type Manifest = z.infer<typeof manifest>;

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** A backup's name is its start time, in characters that every file system accepts. */
export const nameOf = (startedAt: Date): string => startedAt.toISOString().replaceAll(/[:.]/g, '-');

/** The start time of the backup with this name. */
export const startOf = (name: string): Date =>
  new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/, 'T$1:$2:$3.$4Z'));

/** The names of the backups at a place, the newest last. */
export async function listBackups(place: Place): Promise<string[]> {
  return (await place.list())
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter((name) => NAME.test(name))
    .sort();
}

/** @throws one sentence when there is no backup of that name or it can't be read */
export async function readManifest(place: Place, name: string): Promise<Manifest> {
  const text = await place.read(`${name}.json`).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The backup ${name} in ${place.name} can't be read (${error.code ?? error.message}).`);
  });
  const read = manifest.safeParse(parseJson(text));
  if (read.success) return read.data;
  throw new Error(
    `The backup ${name} in ${place.name} is none that this version reads, or it is damaged: remove backups/${name}.json there.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const writeManifest = (place: Place, name: string, content: Manifest): Promise<void> =>
  place.write(`${name}.json`, JSON.stringify(content));

export const removeManifest = (place: Place, name: string): Promise<void> => place.remove(`${name}.json`);
