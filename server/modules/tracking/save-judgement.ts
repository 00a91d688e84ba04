import type { UpdateObject } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Tx } from '#server/infra/transaction.ts';

/**
 * Columns of `clip_tracking` that other modules write: the score, the scores up to which a decision cleared
 * or upheld the clip, and its excluded, eligible and proven views.
 */
export type Judgement = Pick<
  UpdateObject<DB, 'clip_tracking'>,
  | 'score'
  | 'band'
  | 'summary'
  | 'contributions'
  | 'scored_at'
  | 'score_version'
  | 'score_evidence'
  | 'cleared_score'
  | 'upheld_score'
  | 'excluded_views'
  | 'proven_views'
  | 'shown_views'
  | 'eligible_views'
>;

export async function saveJudgement(tx: Tx, submissionId: string, judgement: Judgement): Promise<void> {
  await tx.updateTable('clip_tracking').set(judgement).where('submission_id', '=', submissionId).execute();
}
