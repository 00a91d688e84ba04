import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type Micros, micros } from '#contract/money.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { clipStates } from './clip-states.ts';

/**
 * Money that a decision on a clip moves: to its clipper if the contested views are released, to its host if
 * they are excluded.
 */
export interface Contested {
  clipperId: AccountId;
  hostId: AccountId;
  amountMicros: Micros;
}

/**
 * Returns the amounts of these clips that holds and appeals contest, as far as money exists for them: pending
 * earnings, the clip's reserve and the listing's free budget. A caller that decides must lock the clips and
 * call this before the decision.
 */
export async function contestedOf(tx: Tx, submissionIds: readonly string[]): Promise<Contested[]> {
  const { rows } = await sql<{ clipper_id: AccountId; host_id: AccountId; amount: bigint }>`
    select c.clipper_id, l.host_id, least(
      greatest(c.claimed_views - c.payable_views, 0) * c.rate_micros_per_view,
      greatest(c.paid_views - c.payable_views, 0) * c.rate_micros_per_view + c.reserved_micros
        + coalesce(b.balance_micros, 0)) as amount
    from (${clipStates(sql`e.submission_id = any(${submissionIds}::uuid[])`)}) c
    join listings l on l.id = c.listing_id
    left join ledger_accounts b on b.kind = 'listing' and b.owner_id = c.listing_id`.execute(tx);
  return rows.map(({ clipper_id, host_id, amount }) => ({
    clipperId: clipper_id,
    hostId: host_id,
    amountMicros: micros(amount),
  }));
}
