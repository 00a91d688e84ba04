import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { findClipper, isBlocked, nameOf } from './queries.ts';

interface Invitation {
  listingId: string;
  hostId: AccountId;
  userId: UserId;
  username: string;
  now: Date;
}

type Refused =
  | 'not_found'
  | 'listing_state'
  | 'username_required'
  | 'clipper_not_found'
  | 'clipper_blocked'
  | 'already_invited';

/** Invites a clipper to an open listing, once per listing and clipper. */
export async function inviteClipper(
  tx: Tx,
  { listingId, hostId, userId, username, now }: Invitation,
): Promise<Outcome<null, Refused>> {
  const field = 'username';
  const listing = await tx
    .selectFrom('listings')
    .select('state')
    .where('id', '=', listingId)
    .where('host_id', '=', hostId)
    .where('state', '<>', 'removed')
    .executeTakeFirst();
  if (!listing) return refuse('not_found');
  if (listing.state !== 'active') return refuse('listing_state');
  if (username.replace(/^@/, '') === '') return refuse('username_required', { field });
  const clipperId = await findClipper(tx, username);
  if (!clipperId) return refuse('clipper_not_found', { field });
  if (await isBlocked(tx, hostId, clipperId)) return refuse('clipper_blocked', { field });
  const invited = await tx
    .insertInto('listing_invitations')
    .values({ listing_id: listingId, clipper_id: clipperId, invited_at: now })
    .onConflict((oc) => oc.doNothing())
    .returning('clipper_id')
    .executeTakeFirst();
  if (!invited) return refuse('already_invited', { field });
  await writeAudit(tx, actBy('host', userId, now), 'listing.clipper_invited', 'listing', listingId, {
    clipperId,
  });
  await notify(
    tx,
    {
      accountId: clipperId,
      kind: 'invitation.sent',
      title: 'Invitation',
      // Contains only our words: the recipient may not know the host, who could write anything into a title.
      body: `${await nameOf(tx, hostId)} invites you to clip for a listing. Open it to read what it asks for and pays.`,
      link: `/listings/${listingId}`,
    },
    now,
  );
  return null;
}
