import type { Micros } from '#contract/money.ts';
import { isRefusal, type Outcome } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { removeListing } from '#server/modules/listings/listings.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { findListingParty } from './queries.ts';

/** Takes a listing out: what its clips earned up to this moment is settled first, then accrual stops. */
export async function removeSettled(
  db: Database,
  removal: { listingId: string; adminId: string; reason: string; paymentFraud: boolean; now: Date },
): Promise<Outcome<{ returnedMicros: Micros }, 'not_found' | 'listing_state'>> {
  const { listingId, adminId, reason, paymentFraud, now } = removal;
  await settle(db, now, { listingId });
  return await transact(db, async (tx) => {
    const removed = await removeListing(tx, { listingId, adminId, reason, frozen: paymentFraud, now });
    if (isRefusal(removed)) return removed;
    const listing = await findListingParty(tx, listingId);
    await notify(
      tx,
      {
        userId: listing.hostId,
        kind: 'listing.removed',
        title: `${listing.title} was removed`,
        body: `An admin removed the listing: ${reason}`,
        link: '/host/listings',
      },
      now,
    );
    return removed;
  });
}
