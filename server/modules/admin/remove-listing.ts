import type { Micros } from '#contract/money.ts';
import { isRefusal, type Outcome } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { settleWithin } from '#server/modules/earnings/earnings.ts';
import { removeListing } from '#server/modules/listings/listings.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { stopTracking } from '#server/modules/verification/verification.ts';
import { clipsOf, findListingParty } from './queries.ts';

/**
 * Takes a listing out, in one transaction: its clips are counted no further, what they earned up to this moment is
 * settled and their reserves come free, then the rest goes where it belongs.
 */
export async function removeSettled(
  db: Database,
  removal: { listingId: string; adminId: string; reason: string; paymentFraud: boolean; now: Date },
): Promise<Outcome<{ returnedMicros: Micros }, 'not_found' | 'listing_state'>> {
  const { listingId, adminId, reason, paymentFraud, now } = removal;
  return await transact(db, async (tx) => {
    await stopTracking(tx, await clipsOf(tx, listingId));
    await settleWithin(tx, now, { listingId });
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
