import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { Micros } from '#contract/money.ts';
import { isRefusal, type Outcome } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { settleInTransaction } from '#server/modules/earnings/earnings.ts';
import { lockForRemoval, removeListing } from '#server/modules/listings/listings.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { closePending } from '#server/modules/submissions/submissions.ts';
import { stopTracking } from '#server/modules/tracking/tracking.ts';
import { clippersOf, clipsOf } from './queries.ts';

interface Removal {
  listingId: string;
  adminId: UserId;
  reason: string;
  paymentFraud: boolean;
  now: Date;
}

/**
 * Removes a listing in one transaction. Withdraws undecided clips and stops counting the others. Their
 * earnings up to now are settled, and their reserves return to the budget. The remaining budget returns to
 * the host or is frozen.
 */
export async function removeSettled(
  db: Database,
  removal: Removal,
): Promise<Outcome<{ returnedMicros: Micros }, 'not_found' | 'listing_state'>> {
  const { listingId, adminId, reason, paymentFraud, now } = removal;
  return await transact(db, async (tx) => {
    const listing = await lockForRemoval(tx, listingId);
    if (isRefusal(listing)) return listing;
    await closePending(tx, { of: { listingId }, adminId, now });
    await stopTracking(tx, await clipsOf(tx, listingId));
    await settleCompletely(tx, now, listingId);
    const removed = await removeListing(tx, { listingId, adminId, reason, frozen: paymentFraud, now });
    if (isRefusal(removed)) return removed;
    await notifyHost(tx, { ...removal, ...listing });
    return removed;
  });
}

/**
 * Settles a listing repeatedly, because money freed by one settlement pays waiting clips in the next. Only
 * the remainder may return to the host.
 */
export async function settleCompletely(tx: Tx, now: Date, listingId: string): Promise<void> {
  for (let rounds = 0; rounds < 8; rounds++) {
    const { listingIds } = await settleInTransaction(tx, now, { listingId });
    if (listingIds.length === 0) return;
  }
}

async function notifyHost(tx: Tx, listing: Removal & { hostId: AccountId; title: string }): Promise<void> {
  const clippers = await clippersOf(tx, listing.listingId);
  const title = `${listing.title} was removed`;
  await notify(
    tx,
    [
      {
        accountId: listing.hostId,
        kind: 'listing.removed',
        title,
        body: `An admin removed the listing: ${listing.reason}`,
        link: '/host/listings',
      },
      ...clippers.map((accountId) => ({
        accountId,
        kind: 'submission.listing_removed' as const,
        title,
        body: 'Your clips for it stop earning. What they have earned stays yours, unless views are contested.',
        link: '/clipper/submissions',
      })),
    ],
    listing.now,
  );
}
