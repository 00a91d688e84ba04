import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from './manifest.ts';
import type { Objects } from './objects.ts';

/** Files that another server has, by the paths that they would have in the data folder. */
export interface RemoteFiles {
  list(): AsyncIterable<{ path: string; bytes: number; modifiedMs: number }>;
  /** Returns false when the file no longer exists. */
  fetch(path: string, to: string): Promise<boolean>;
}

/**
 * Stores the files of another server that the last backup did not have, one at a time through a temporary
 * file. Returns the paths that exist.
 */
export async function storeRemoteFiles(
  { list, fetch }: RemoteFiles,
  objects: Objects,
  known: Map<string, Manifest['files'][number]>,
): Promise<Set<string>> {
  const seen = new Set<string>();
  for await (const { path, bytes, modifiedMs } of list()) {
    const before = known.get(path);
    const same = before?.bytes === bytes && before.modifiedMs === modifiedMs;
    if (same && (await objects.has(before))) {
      seen.add(path);
      continue;
    }
    const copy = join(tmpdir(), `permille-backup-${randomUUID()}`);
    try {
      const object = (await fetch(path, copy)) ? await objects.put(copy) : null;
      if (!object) continue;
      known.set(path, { path, ...object, modifiedMs });
      seen.add(path);
    } finally {
      await rm(copy, { force: true });
    }
  }
  return seen;
}
