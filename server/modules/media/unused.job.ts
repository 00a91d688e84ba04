import { sql } from 'kysely';
import { SECOND } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, violates } from '#server/infra/transaction.ts';
import { isUsed } from './queries.ts';
import type { MediaStorage } from './storage.ts';

const BATCH = 100;

/**
 * Deletes unused uploads with their bytes: unfinished ones a week after their last byte, finished ones a week after their
 * check, refused ones after a day.
 */
export function unusedUploads(db: Database, storage: MediaStorage): Job {
  return {
    name: 'media.delete-unused',
    everyMs: 10 * SECOND,
    async run(now, signal) {
      const due = await db
        .selectFrom('media_files')
        .select('id')
        .where('remove_at', '<=', now)
        .orderBy('remove_at')
        .limit(BATCH)
        .execute();
      await forEachSettled(due, ({ id }) => removeUnused(db, storage, id, now), signal);
    },
    isIdleUntilDue: true,
    nextDueAt: () => db.selectFrom('media_files').select(sql<Date | null>`min(remove_at)`.as('next')),
  };
}

async function removeUnused(db: Database, storage: MediaStorage, id: string, now: Date): Promise<void> {
  const kept = await db
    .updateTable('media_files')
    .set({ remove_at: null })
    .where('id', '=', id)
    .where(isUsed)
    .returning('id')
    .executeTakeFirst();
  if (kept) return;
  try {
    const row = await db
      .deleteFrom('media_files')
      .where('id', '=', id)
      // Checked again: it may have been finished meanwhile.
      .where('remove_at', '<=', now)
      .returning('storage_key')
      .executeTakeFirst();
    if (row) await storage.remove(row.storage_key);
  } catch (error) {
    // A listing started to use the upload at this moment; the next run sees that it is used.
    if (!violates(error, 'listing_versions_source_media_id_fkey')) throw error;
  }
}
