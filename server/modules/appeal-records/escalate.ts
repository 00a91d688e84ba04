import { bySystem, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';

/** Nobody decided in time: the appeal stands on top of the admins' queue, and its clipper is told. */
export async function escalateAppeal(tx: Tx, appealId: string, now: Date): Promise<void> {
  const escalated = await tx
    .updateTable('appeals')
    .set({ state: 'escalated' })
    .where('id', '=', appealId)
    .where('state', '=', 'open')
    .returning(['submission_id', 'clipper_id'])
    .executeTakeFirst();
  if (!escalated) return;
  await writeAudit(tx, bySystem(now), 'appeal.escalated', 'submission', escalated.submission_id, {
    appealId,
  });
  await notify(
    tx,
    {
      userId: escalated.clipper_id,
      kind: 'appeal.escalated',
      title: 'Your appeal is taking longer',
      body: 'Your appeal was not decided within 7 days, so it is now first in the queue. You lose nothing in the meantime.',
      link: `/clipper/submissions/${escalated.submission_id}`,
    },
    now,
  );
}
