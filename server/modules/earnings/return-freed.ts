import { sql } from 'kysely';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { returnFreed } from '#server/modules/listings/listings.ts';
import { accruingOf, clipStates } from './clip-states.ts';

/**
 * Returns to their hosts what closed listings hold (of these, or of all) though none of their clips has a claim to it: what
 * came free when a hold was upheld or views were taken back after the listing was removed.
 */
export async function returnFreedBudget(db: Database, now: Date, listingIds: string[] | null): Promise<void> {
  if (listingIds?.length === 0) return;
  const { rows } = await sql<{ id: string; host_id: string; title: string }>`
    select l.id, l.host_id, l.title
    from listings l join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id and a.balance_micros > 0
    join users u on u.id = l.host_id
    where l.state in ('settled', 'removed') and (not l.remainder_frozen or u.closed_at is not null)
      ${listingIds ? sql`and l.id = any(${listingIds}::uuid[])` : sql``}
      and not exists (
        select 1 from (${clipStates(accruingOf(sql`l.id`))}) c
        where c.reserve_micros > c.reserved_micros
          or c.payable_views > c.paid_views and a.balance_micros >= c.rate_micros_per_view)
    order by l.id`.execute(db);
  await forEachSettled(rows, ({ id, host_id, title }) =>
    transact(db, (tx) => returnFreed(tx, { listingId: id, hostId: host_id, title, now })),
  );
}
