import { APPEAL_DECISION_DAYS } from '#contract/limits.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notifyParticipants } from '#server/modules/tracking/tracking.ts';

/**
 * Moves an appeal that was not decided in time to the top of the admins' queue, and notifies its clipper and
 * its host.
 */
export async function escalateAppeal(tx: Tx, appealId: string, now: Date): Promise<void> {
  const escalated = await tx
    .updateTable('appeals')
    .set({ state: 'escalated' })
    .where('id', '=', appealId)
    .where('state', '=', 'open')
    .returning('submission_id')
    .executeTakeFirst();
  if (!escalated) return;
  await writeAudit(tx, bySystem(now), 'appeal.escalated', 'submission', escalated.submission_id, {
    appealId,
  });
  await notifyParticipants(tx, escalated.submission_id, now, {
    kind: 'appeal.escalated',
    title: 'An appeal is taking longer',
    toClipper: `Your appeal was not decided within ${APPEAL_DECISION_DAYS} days, so it is now first in the queue. You lose nothing in the meantime.`,
    toHost: `the appeal of its clipper was not decided within ${APPEAL_DECISION_DAYS} days, so it is now first in the queue.`,
  });
}
