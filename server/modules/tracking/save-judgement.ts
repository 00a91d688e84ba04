import type { UpdateObject } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Tx } from '#server/infra/transaction.ts';

/** What later modules find of a clip: the verdict on its score, and which of its views are excluded. */
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
  | 'eligible_views'
>;

export async function saveJudgement(tx: Tx, submissionId: string, judgement: Judgement): Promise<void> {
  await tx.updateTable('clip_tracking').set(judgement).where('submission_id', '=', submissionId).execute();
}
