import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import { idsOf } from '#server/infra/prepared.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { returnFreed } from '#server/modules/listings/listings.ts';
import { accruingOf, clipStates } from './clip-states.ts';
import { isFailing } from './failing-listings.ts';

/**
 * Finds closed listings (among `listingIds`, or among all) with money to which none of their clips has a
 * claim. A listing has unclaimed money if a hold is upheld or views are reversed after it closed.
 */
export async function freedListings(
  db: Database | Tx,
  listingIds: string[] | null,
): Promise<{ listingId: string; hostId: AccountId; title: string }[]> {
  const { rows } = await sql<{ listingId: string; hostId: AccountId; title: string }>`
    select l.id as "listingId", l.host_id as "hostId", l.title
    from listings l join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id and a.balance_micros > 0
    join accounts u on u.id = l.host_id
    where l.state in ('settled', 'removed') and (not l.remainder_frozen or u.closed_at is not null)
      and ${listingIds ? sql`l.id = any(${idsOf(listingIds)})` : sql`not ${isFailing(sql`l.id`)}`}
      and not exists (
        select 1 from (${clipStates(accruingOf(sql`l.id`))}) c
        where c.reserve_micros > c.reserved_micros
          or c.payable_views > c.paid_views and a.balance_micros >= c.rate_micros_per_view)
    order by l.id`.execute(db);
  return rows;
}

/** Returns the unclaimed money of closed listings (of `listingIds`, or of all) to their hosts. */
export async function returnFreedBudget(db: Database, now: Date, listingIds: string[] | null): Promise<void> {
  if (listingIds?.length === 0) return;
  await forEachSettled(await freedListings(db, listingIds), (freed) =>
    transact(db, (tx) => returnFreed(tx, { ...freed, now })),
  );
}
