import type { AccountId } from '#contract/accounts/ids.ts';
import { CLIP_FILE_KEPT_DAYS } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import {
  type Announced,
  eraseFile,
  type StartClipFile,
  type StartCode,
} from '#server/modules/media/media.ts';

interface Attaching {
  submissionId: string;
  clipperId: AccountId;
  file: Announced;
  now: Date;
}

type Unfit = 'not_found' | 'submission_state' | 'clip_file_attached';

/**
 * Announces the video of a pending clip, by its clipper. The bytes follow by tus and are then compared with
 * the listing's source. A clip has one file, which can be replaced only if it was refused or its sound can't
 * be read.
 */
export async function attachFile(
  { db, startClipFile }: { db: Database; startClipFile: StartClipFile },
  { submissionId, clipperId, file, now }: Attaching,
): Promise<Outcome<{ uploadId: string }, StartCode<'clip'> | Unfit>> {
  return await transact(db, async (tx) => {
    // Locks rows in the same order as submitting a clip.
    await tx.selectFrom('accounts').select('id').where('id', '=', clipperId).forNoKeyUpdate().execute();
    await tx.selectFrom('submissions').select('id').where('id', '=', submissionId).forNoKeyUpdate().execute();
    const before = await fileBefore(tx, submissionId, clipperId);
    if (isRefusal(before)) return before;
    const uploadId = await startClipFile(tx, clipperId, file, now);
    if (isRefusal(uploadId)) return uploadId;
    if (before.unreadable) await eraseFile(tx, before.unreadable);
    const row = {
      media_id: uploadId,
      state: 'waiting' as const,
      tries: 0,
      due_at: now,
      attached_at: now,
      remove_at: after(now, CLIP_FILE_KEPT_DAYS * DAY),
    };
    await tx
      .insertInto('clip_files')
      .values({ submission_id: submissionId, ...row })
      .onConflict((conflict) => conflict.column('submission_id').doUpdateSet(row))
      .execute();
    return { uploadId };
  });
}

/** Finds a file that the new one may replace. Refuses if this person can't attach a file to this clip. */
async function fileBefore(
  tx: Tx,
  submissionId: string,
  clipperId: AccountId,
): Promise<Outcome<{ unreadable: string | null }, Unfit>> {
  const clip = await tx
    .selectFrom('submissions as s')
    .leftJoin('clip_files as f', 'f.submission_id', 's.id')
    .leftJoin('media_files as m', 'm.id', 'f.media_id')
    .select(['s.status', 'm.state', 'f.media_id', 'f.state as compared'])
    .where('s.id', '=', submissionId)
    .where('s.clipper_id', '=', clipperId)
    .executeTakeFirst();
  if (!clip) return refuse('not_found');
  const unreadable = clip.state === 'ready' && clip.compared === 'unreadable' ? clip.media_id : null;
  if (clip.state && clip.state !== 'refused' && !unreadable) return refuse('clip_file_attached');
  return clip.status === 'pending' ? { unreadable } : refuse('submission_state');
}
