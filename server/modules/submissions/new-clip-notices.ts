import type { Tx } from '#server/infra/transaction.ts';
import { markDone } from '#server/modules/notifications/notifications.ts';

/** Returns the address under which the host decides on a clip, to which the notification of a new clip links. */
export const decideLink = (submissionId: string): string => `/host/submissions?submission=${submissionId}`;

/** Marks the hosts' notifications of these new clips as read, because nobody can decide on the clips any more. */
export async function readNewClipNotices(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const clips = await tx
    .selectFrom('submissions as s')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .select(['s.id', 'l.host_id'])
    .where('s.id', 'in', ids)
    .execute();
  const done = clips.map(({ id, host_id: accountId }) => ({ accountId, link: decideLink(id) }));
  await markDone(tx, { kind: 'submission.submitted', done }, now);
}
