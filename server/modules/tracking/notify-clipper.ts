import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';

/** Tells a clip's clipper what became of its views; the notice leads to the clip. */
export async function notifyClipper(
  tx: Tx,
  submissionId: string,
  now: Date,
  message: { kind: string; title: string; body: string },
): Promise<void> {
  const { clipper_id } = await tx
    .selectFrom('submissions')
    .select('clipper_id')
    .where('id', '=', submissionId)
    .executeTakeFirstOrThrow();
  await notify(tx, { userId: clipper_id, ...message, link: `/clipper/submissions/${submissionId}` }, now);
}
