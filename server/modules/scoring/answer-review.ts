import { sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { isOpenNote, scoreAsked } from './queries.ts';

interface Answer {
  submissionId: string;
  clipperId: AccountId;
  userId: UserId;
  text: string;
  now: Date;
}

/**
 * Saves the clipper's note to the reviewer of a clip whose score needs review. There is one note in each
 * review; another text replaces it until an admin decides. The inbox lists the clip from then on.
 */
export async function answerReview(
  tx: Tx,
  { submissionId, clipperId, userId, text, now }: Answer,
): Promise<Outcome<null, 'not_found' | 'review_not_open'>> {
  // Scoring and decisions lock the same row, so the review can't end before the note is saved.
  const own = await tx
    .selectFrom('clip_tracking')
    .select('submission_id')
    .where('submission_id', '=', submissionId)
    .where('clipper_id', '=', clipperId)
    .forUpdate()
    .executeTakeFirst();
  if (!own) return refuse('not_found');
  const score = await scoreAsked(tx, submissionId);
  if (score === null) return refuse('review_not_open');
  const { rows } = await sql<{ id: string }>`
    update clip_review_notes n set text = ${text}, changed_at = ${now}
    where n.submission_id = ${submissionId} and ${isOpenNote} returning n.id`.execute(tx);
  const changed = rows[0];
  const id = changed?.id ?? newId();
  if (!changed) {
    await tx
      .insertInto('clip_review_notes')
      .values({ id, submission_id: submissionId, text, written_at: now, changed_at: now })
      .execute();
  }
  const what = changed ? 'review_note.changed' : 'review_note.written';
  await writeAudit(tx, actBy('clipper', userId, now), what, 'submission', submissionId, {
    noteId: id,
    score,
  });
  return null;
}
