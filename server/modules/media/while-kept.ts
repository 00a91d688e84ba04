import type { Database } from '#server/infra/transaction.ts';
import type { MediaStorage } from './storage.ts';

/**
 * Runs `work` on the files of a video that may be discarded or erased meanwhile. If that happens, a failure
 * of `work` is expected, its output is removed, and null is returned.
 * @throws errors of `work` while the video still exists
 */
export async function whileKept<T>(
  { db, storage }: { db: Database; storage: MediaStorage },
  { id, storage_key }: { id: string; storage_key: string },
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    const done = await work();
    if (await isKept(db, id)) return done;
  } catch (error) {
    if (await isKept(db, id)) throw error;
  }
  await storage.remove(storage_key);
  return null;
}

async function isKept(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('media_files')
    .select('id')
    .where('id', '=', id)
    .where('state', 'in', ['uploading', 'ready'])
    .executeTakeFirst();
  return row !== undefined;
}
