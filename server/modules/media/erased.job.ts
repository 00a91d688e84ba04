import { sql } from 'kysely';
import { SECOND } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import { isUsed } from './queries.ts';
import type { MediaStorage } from './storage.ts';

/**
 * Deletes the bytes of erased files. Then deletes their rows, except those that a listing version or a
 * submission refers to.
 */
export function erasedFiles(db: Database, storage: MediaStorage): Job {
  return {
    name: 'media.delete-erased',
    everyMs: 10 * SECOND,
    async run() {
      const rows = await db
        .selectFrom('media_files')
        .select(['id', 'storage_key'])
        .where('state', '=', 'erased')
        .where('ready_at', 'is not', null)
        .limit(100)
        .execute();
      await forEachSettled(rows, async (row) => {
        await storage.remove(row.storage_key);
        await db.updateTable('media_files').set({ ready_at: null }).where('id', '=', row.id).execute();
        await db
          .deleteFrom('media_files')
          .where('id', '=', row.id)
          .where(sql<boolean>`not ${isUsed}`)
          .execute();
      });
    },
  };
}
