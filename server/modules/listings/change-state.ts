import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { exhaustedBelow } from '#contract/listings/listing-checks.ts';
import type { ListingState } from '#contract/listings/listings.ts';
import { formatUsd } from '#contract/money.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { balanceOf, listing } from '#server/modules/ledger/ledger.ts';
import { isBalanceFrozen } from './queries.ts';

interface Change {
  hostId: AccountId;
  userId: UserId;
  listingId: string;
  now: Date;
}

type Changed = Outcome<{ state: ListingState }, 'not_found' | 'listing_state'>;
type Resumed = Outcome<{ state: ListingState }, 'not_found' | 'listing_state' | 'balance_frozen'>;

/** Pauses a listing: it accepts no new clips until the host resumes it; clips keep earning. */
export async function pauseListing(db: Database, change: Change): Promise<Changed> {
  return await transact(db, async (tx) => {
    const paused = await tx
      .updateTable('listings')
      .set({ state: 'paused', pause_reason: 'host' })
      .where('id', '=', change.listingId)
      .where('host_id', '=', change.hostId)
      .where('state', '=', 'active')
      .returning('id')
      .executeTakeFirst();
    if (!paused) return await absentOrElsewhere(tx, change);
    await audit(tx, change, 'listing.paused');
    return { state: 'paused' };
  });
}

/** Resumes a listing, if its budget pays for the next 1,000 views. */
export async function resumeListing(db: Database, change: Change): Promise<Resumed> {
  return await transact(db, async (tx) => {
    // The row is locked in a separate statement, so that the balance is read after any settlement that pauses
    // the listing.
    const row = await tx
      .selectFrom('listings')
      .select(['state', 'pause_reason', 'rate_cents_per_mille'])
      .where('id', '=', change.listingId)
      .where('host_id', '=', change.hostId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) return refuse('not_found');
    if (row.state !== 'paused' || row.pause_reason === 'banned') return refuse('listing_state');
    if (await isBalanceFrozen(tx, change.hostId)) return refuse('balance_frozen');
    const least = exhaustedBelow(row.rate_cents_per_mille);
    if ((await balanceOf(tx, listing(change.listingId))) < least) {
      return refuse('listing_state', {
        detail: `The free budget is under the price of 1,000 views (${formatUsd(least)}). Top up first.`,
      });
    }
    await tx
      .updateTable('listings')
      .set({ state: 'active', pause_reason: null })
      .where('id', '=', change.listingId)
      .execute();
    await audit(tx, change, 'listing.resumed');
    return { state: 'active' };
  });
}

/** Ends a listing: it accepts no new clips; pending ones are still decided, approved ones earn to the end of their window. */
export async function endListing(db: Database, change: Change): Promise<Changed> {
  return await transact(db, async (tx) => {
    const ended = await tx
      .updateTable('listings')
      .set({ state: 'ended', pause_reason: null, ended_at: change.now })
      .where('id', '=', change.listingId)
      .where('host_id', '=', change.hostId)
      .where('state', 'in', ['active', 'paused'])
      .returning('id')
      .executeTakeFirst();
    if (!ended) return await absentOrElsewhere(tx, change);
    await audit(tx, change, 'listing.ended');
    return { state: 'ended' };
  });
}

/** Returns why a guarded update changed no row: the listing is not the host's, or its state changed. */
async function absentOrElsewhere(tx: Tx, { hostId, listingId }: Change) {
  const own = await tx
    .selectFrom('listings')
    .select('id')
    .where('id', '=', listingId)
    .where('host_id', '=', hostId)
    .executeTakeFirst();
  return refuse(own ? 'listing_state' : 'not_found');
}

async function audit(tx: Tx, { userId, listingId, now }: Change, action: string): Promise<void> {
  await writeAudit(tx, actBy('host', userId, now), action, 'listing', listingId);
}
