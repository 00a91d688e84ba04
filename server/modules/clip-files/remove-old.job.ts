import { sql } from 'kysely';
import { CLIP_FILE_DECIDED_DAYS } from '#contract/limits.ts';
import { after, DAY, HOUR, SECOND } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { eraseFile } from '#server/modules/media/media.ts';

const BATCH = 100;

const LOOK_EVERY_MS = HOUR;

/**
 * Erases the files of clips that are decided for good, and every file some months after it was received. The
 * results of comparisons stay.
 */
export function removeOldFiles(db: Database): Job {
  let nextLook = 0;
  return {
    name: 'clip-files.remove-old',
    everyMs: 10 * SECOND,
    async run(now, signal) {
      if (now.getTime() >= nextLook) {
        await noteDecided(db, now);
        nextLook = now.getTime() + LOOK_EVERY_MS;
      }
      await putOffDisputed(db, now);
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
    nextDueAt: () => db.selectFrom('clip_files').select(sql<Date | null>`min(remove_at)`.as('next')),
  };
}

/** Whether a decision that may need the file is open: on the clip, its appeal or its hold. */
const isDisputed = sql<boolean>`(s.status = 'pending'
  or exists (select from appeals a where a.submission_id = s.id and a.state in ('open', 'escalated'))
  or exists (select from fraud_holds h where h.submission_id = s.id and h.state in ('open', 'escalated')))`;

async function putOffDisputed(db: Database, now: Date): Promise<void> {
  await sql`
    update clip_files f set remove_at = ${after(now, DAY)} from submissions s
    where s.id = f.submission_id and f.remove_at <= ${now} and ${isDisputed}`.execute(db);
}

/** Marks files of clips rejected or withdrawn long ago, which neither a review nor an appeal needs. */
async function noteDecided(db: Database, now: Date): Promise<void> {
  await sql`
    update clip_files f set remove_at = ${now} from submissions s
    where s.id = f.submission_id and f.remove_at > ${now} and s.status in ('rejected', 'withdrawn')
      and coalesce(s.withdrawn_at, s.decided_at) <= ${after(now, -CLIP_FILE_DECIDED_DAYS * DAY)}
      and not ${isDisputed}`.execute(db);
}
