import { sql } from 'kysely';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { eraseFile } from '#server/modules/media/media.ts';

const BATCH = 100;

/** Erases the files of clips some months after they came; what was found in them stays. */
export function removeOldFiles(db: Database): Job {
  return {
    name: 'clip-files.remove-old',
    async run(now, signal) {
      const due = await db
        .selectFrom('clip_files')
        .select(['submission_id', 'media_id'])
        .where('remove_at', '<=', now)
        .orderBy('remove_at')
        .limit(BATCH)
        .execute();
      const remove = ({ submission_id, media_id }: (typeof due)[number]) =>
        transact(db, async (tx) => {
          await eraseFile(tx, media_id);
          await tx
            .updateTable('clip_files')
            .set({ remove_at: null })
            .where('submission_id', '=', submission_id)
            .execute();
        });
      await forEachSettled(due, remove, signal);
    },
    async nextDueAt() {
      const row = await db
        .selectFrom('clip_files')
        .select(sql<Date | null>`min(remove_at)`.as('next'))
        .executeTakeFirst();
      return row?.next ?? null;
    },
  };
}
