import type { Actor } from '#server/http/actor.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/** A clip's clipper and its listing's host. Null if there is no such clip. */
export async function participantsOf(
  db: Database | Tx,
  submissionId: string,
): Promise<{ clipperId: string; hostId: string; postedAt: Date } | null> {
  const row = await db
    .selectFrom('submissions as s')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .select(['s.clipper_id', 'l.host_id', 's.posted_at'])
    .where('s.id', '=', submissionId)
    .executeTakeFirst();
  return row ? { clipperId: row.clipper_id, hostId: row.host_id, postedAt: row.posted_at } : null;
}

/** Only its clipper, its listing's host and admins may see a clip's evidence and receipt; others get 404. */
export const maySeeClip = (actor: Actor, participants: { clipperId: string; hostId: string }): boolean =>
  actor.role === 'admin' || actor.userId === participants.clipperId || actor.userId === participants.hostId;
