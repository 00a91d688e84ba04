import type { AccountId } from '#contract/accounts/ids.ts';
import { FOLLOWED_HOSTS_MAX } from '#contract/follows.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { normalizeUsername } from '#server/modules/profiles/profiles.ts';
import { countFollowedHosts, findHostId, hostIdOf } from './queries.ts';

interface Follow {
  clipperId: AccountId;
  username: string;
}

/** Follows a host; a repeated call changes nothing. */
export async function followHost(
  tx: Tx,
  { clipperId, username, now }: Follow & { now: Date },
): Promise<Outcome<null, 'profile_not_found' | 'followed_hosts_full'>> {
  const hostId = await findHostId(tx, normalizeUsername(username));
  if (!hostId) return refuse('profile_not_found');
  // Serializes concurrent requests, so that the limit holds.
  await tx.selectFrom('accounts').select('id').where('id', '=', clipperId).forUpdate().execute();
  if ((await countFollowedHosts(tx, clipperId, hostId)) >= FOLLOWED_HOSTS_MAX)
    return refuse('followed_hosts_full');
  await tx
    .insertInto('followed_hosts')
    .values({ clipper_id: clipperId, host_id: hostId, followed_at: now })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return null;
}

/** Works even if the host has no public profile any more. */
export async function unfollowHost(db: Database, { clipperId, username }: Follow): Promise<void> {
  const hostId = await hostIdOf(db, normalizeUsername(username));
  if (!hostId) return;
  await db
    .deleteFrom('followed_hosts')
    .where('clipper_id', '=', clipperId)
    .where('host_id', '=', hostId)
    .execute();
}
