import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { BudgetQueue } from '#contract/earnings/earnings.ts';
import { exhaustedBelow, leastTopUp } from '#contract/listings/listing-checks.ts';
import { micros } from '#contract/money.ts';
import type { Database } from '#server/infra/transaction.ts';
import { accruing, clipStates } from './clip-states.ts';

interface QueueRow {
  id: string;
  rate_cents_per_mille: number;
  free: bigint;
  needed: bigint;
}

/**
 * Computes the top-ups that a host's exhausted listings need. Applies the rules of settlement: reserves are
 * filled before clips are paid, and paying a clip lowers its reserved allocation by the same amount. A
 * listing without waiting clips whose budget suffices for new clips has no row.
 */
export async function readBudgetQueues(db: Database, hostId: AccountId): Promise<BudgetQueue[]> {
  const listings = await db
    .selectFrom('listings')
    .select('id')
    .where('host_id', '=', hostId)
    .where('state', 'in', ['active', 'paused'])
    .execute();
  const ids = listings.map(({ id }) => id);
  const { rows } = await sql<QueueRow>`
    with wanted as (
      select e.listing_id, e.reserved_micros, greatest(e.payable_views - e.paid_views, 0) * e.rate_micros_per_view as unpaid,
        e.reserve_micros, e.reserves and not e.is_over and not e.is_appealed as is_allocation
      from (${clipStates(accruing(ids))}) e
    ), needed as (
      select listing_id, sum(case when is_allocation then greatest(reserve_micros, unpaid) else reserve_micros + unpaid end
        - reserved_micros)::bigint as needed
      from wanted group by listing_id
    )
    select l.id, l.rate_cents_per_mille, a.balance_micros as free, coalesce(n.needed, 0)::bigint as needed
    from listings l
    join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
    left join needed n on n.listing_id = l.id
    where l.id = any(${ids}::uuid[]) and (n.needed > a.balance_micros or l.pause_reason = 'exhausted')
    order by l.id`.execute(db);
  return rows.map(({ id, rate_cents_per_mille, free, needed }) => ({
    listingId: id,
    clearsMicros: leastTopUp(micros(needed - free)),
    resumesMicros: leastTopUp(micros(needed + exhaustedBelow(rate_cents_per_mille) - free)),
  }));
}
