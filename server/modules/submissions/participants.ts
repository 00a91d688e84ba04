import type { AccountId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/** Returns a clip's clipper and its listing's host; null if there is no such clip. */
export async function participantsOf(
  db: Database | Tx,
  submissionId: string,
): Promise<{ clipperId: AccountId; hostId: AccountId; postedAt: Date } | null> {
  const row = await db
    .selectFrom('submissions as s')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .select(['s.clipper_id', 'l.host_id', 's.posted_at'])
    .where('s.id', '=', submissionId)
    .executeTakeFirst();
  return row ? { clipperId: row.clipper_id, hostId: row.host_id, postedAt: row.posted_at } : null;
}

/**
 * Returns whether a person may see a clip's evidence and receipt: its clipper, its listing's host and admins
 * may. Others get 404.
 */
export const maySeeClip = (
  actor: Actor,
  participants: { clipperId: AccountId; hostId: AccountId },
): boolean =>
  actor.role === 'admin' ||
  actor.accountId === participants.clipperId ||
  actor.accountId === participants.hostId;
