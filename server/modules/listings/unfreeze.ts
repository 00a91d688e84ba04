import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { host, listing, lock } from '#server/modules/ledger/ledger.ts';

interface Unfreezing {
  listingId: string;
  adminId: UserId;
  reason: string;
  now: Date;
}

/**
 * Unfreezes the remainder of a removed listing and locks its accounts. The caller then returns the remainder.
 */
export async function unfreezeRemainder(
  tx: Tx,
  { listingId, adminId, reason, now }: Unfreezing,
): Promise<Outcome<{ hostId: AccountId; title: string }, 'not_found' | 'listing_state'>> {
  const known = await tx
    .selectFrom('listings')
    .select('host_id')
    .where('id', '=', listingId)
    .executeTakeFirst();
  if (!known) return refuse('not_found');
  await lock(tx, [host(known.host_id), listing(listingId)]);
  const lifted = await tx
    .updateTable('listings')
    .set({ remainder_frozen: false })
    .where('id', '=', listingId)
    .where('state', '=', 'removed')
    .where('remainder_frozen', '=', true)
    .returning(['host_id as hostId', 'title'])
    .executeTakeFirst();
  if (!lifted) return refuse('listing_state');
  await writeAudit(tx, actBy('admin', adminId, now), 'listing.remainder_unfrozen', 'listing', listingId, {
    reason,
  });
  return lifted;
}
