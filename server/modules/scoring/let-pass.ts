import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import { formatUsd, micros } from '#contract/money.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { saveJudgement } from '#server/modules/tracking/tracking.ts';
import { pendingOf, scoreAsked } from './queries.ts';

interface Passing {
  submissionId: string;
  note: string;
  adminId: UserId;
  now: Date;
}

/**
 * Records that an admin found the views behind a review score real, which proves those counted so far. Only a
 * higher score asks a person again.
 */
export async function letPass(
  tx: Tx,
  { submissionId, note, adminId, now }: Passing,
): Promise<Outcome<null, 'not_found' | 'score_asks_nobody' | 'second_admin_needed' | 'own_money'>> {
  // Scoring locks the same row first, so the score can't change before this is saved.
  const known = await tx
    .selectFrom('clip_tracking')
    .select('submission_id')
    .where('submission_id', '=', submissionId)
    .forUpdate()
    .executeTakeFirst();
  if (!known) return refuse('not_found');
  const score = await scoreAsked(tx, submissionId);
  if (score === null) return refuse('score_asks_nobody');
  await saveJudgement(tx, submissionId, {
    cleared_score: sql<number>`score`,
    proven_views: sql<bigint>`greatest(proven_views, views)`,
  });
  await tx
    .updateTable('clip_review_notes')
    .set({ answered_at: now })
    .where('submission_id', '=', submissionId)
    .where('answered_at', 'is', null)
    .execute();
  await writeAudit(tx, actBy('admin', adminId, now), 'score.let_pass', 'submission', submissionId, {
    score,
    note,
  });
  const pending = (await pendingOf(tx, submissionId))!;
  const amountMicros = micros(pending.sum);
  return await decideMoneyAct(tx, {
    kind: 'score.let_pass',
    subjectId: submissionId,
    adminId,
    shares: [{ accountId: pending.clipperId, amountMicros }],
    summary: `pending earnings of a clip, ${formatUsd(amountMicros)}, are released on their day.`,
    now,
  });
}
