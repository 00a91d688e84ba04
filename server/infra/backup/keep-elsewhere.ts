import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from './manifest.ts';
import type { Objects } from './objects.ts';

/** Files of another server, by the paths that they would have in the data folder. */
export interface ElsewhereFiles {
  list(): AsyncIterable<{ path: string; bytes: number; modifiedMs: number }>;
  /** False when it is gone. */
  fetch(path: string, to: string): Promise<boolean>;
}

/** Puts what another server has and the backup before had not, one after the other by a file of its own; the paths that are there. */
export async function keepElsewhere(
  { list, fetch }: ElsewhereFiles,
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
