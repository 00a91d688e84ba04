import { sql } from 'kysely';
import { PENDING_HOURS } from '#contract/platforms/platform-texts.ts';
import { newId } from '#server/infra/id.ts';
import { idsOf } from '#server/infra/prepared.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type PostResult, postRows } from '#server/modules/ledger/ledger.ts';
import { accruing, clipStates, type LockedAccounts } from './clip-states.ts';

interface Payment {
  clips: bigint;
  micros: bigint;
  /** Clips that could not be paid in full and are not marked as waiting for budget yet. */
  newlyUnpaid: string[];
}

/**
 * Pays in one statement the unpaid views of clips whose listings and clippers the caller has locked: from the
 * clip's own reserve first, then from free budget. If a listing can't pay everything, its clips are paid in
 * order of approval. The first clip for which the money does not suffice gets as many whole views as the
 * money pays. A clip of an unlocked clipper keeps its position and its share in this order; the next run pays
 * it. A clip that is paid in full no longer waits for budget. Accruals record the details per clip; the
 * ledger has one transfer per listing and clipper.
 */
export async function payClips(tx: Tx, locked: LockedAccounts, now: Date): Promise<Payment> {
  const entryId = newId();
  const { rows } = await sql<
    Omit<Payment, 'newlyUnpaid'> & { unpaid: string[] | null; result: PostResult | null }
  >`
    with owed as materialized (
      select e.*, (payable_views - paid_views) * rate_micros_per_view as want,
        least(payable_views - paid_views, reserved_micros / rate_micros_per_view) * rate_micros_per_view as from_reserve
      from (${clipStates(accruing(locked.listingIds))}) e
      where payable_views > paid_views
    ), scarce as materialized (
      select o.listing_id, a.balance_micros
      from (select listing_id, sum(want - from_reserve) as wanted from owed group by listing_id) o
      join ledger_accounts a on a.kind = 'listing' and a.owner_id = o.listing_id
      where o.wanted > a.balance_micros
    ), queued as (
      select owed.*, want - from_reserve as from_free, s.balance_micros,
        (sum(want - from_reserve) over (
          partition by listing_id order by approved_at, submission_id rows unbounded preceding
        ))::bigint - (want - from_reserve) as before
      from owed join scarce s using (listing_id)
    ), shares as (
      select submission_id, listing_id, clipper_id, platform, rate_micros_per_view, paid_views, paid_micros, reserved_micros,
        counted_views, counted_at, budget_spent_at, from_reserve, want, want as pay
      from owed where listing_id not in (select listing_id from scarce)
      union all
      select submission_id, listing_id, clipper_id, platform, rate_micros_per_view, paid_views, paid_micros, reserved_micros,
        counted_views, counted_at, budget_spent_at, from_reserve, want, from_reserve + least(from_free,
          greatest(balance_micros - before, 0) / rate_micros_per_view * rate_micros_per_view)
      from queued
    ), pays as materialized (
      select * from shares where clipper_id = any(${idsOf(locked.clipperIds)})
    ), paid as (
      update clip_earnings e set
        paid_views = p.paid_views + p.pay / p.rate_micros_per_view,
        paid_micros = p.paid_micros + p.pay,
        reserved_micros = p.reserved_micros - p.from_reserve,
        budget_spent_at = case when p.pay < p.want then p.budget_spent_at end
      from pays p where e.submission_id = p.submission_id and p.pay > 0
    ), accrued as (
      insert into accruals (submission_id, entry_id, listing_id, clipper_id, views_from, views_to, rate_micros_per_view,
        amount_micros, counted_views, counted_at, accrued_at, release_due_at)
      select submission_id, ${entryId}, listing_id, clipper_id, paid_views, paid_views + pay / rate_micros_per_view,
        rate_micros_per_view, pay, counted_views, counted_at, ${now}, 
        ${now}::timestamptz + (${JSON.stringify(PENDING_HOURS)}::jsonb ->> platform)::int * interval '1 hour'
      from pays where pay > 0
      order by submission_id
    ), lines as (
      select 'listing' as debit_kind, listing_id as debit_owner_id, 'clipper_pending' as credit_kind,
        clipper_id as credit_owner_id, sum(pay - from_reserve)::bigint as amount_micros, listing_id as subject_id
      from pays where pay > from_reserve group by listing_id, clipper_id
      union all
      select 'clip_reserved', submission_id, 'clipper_pending', clipper_id, from_reserve, submission_id
      from pays where from_reserve > 0
    )
    select (select count(*) from pays where pay > 0) as clips,
      (select coalesce(sum(pay), 0)::bigint from pays) as micros,
      (select array_agg(submission_id) from pays where pay < want and budget_spent_at is null) as unpaid,
      ${postRows({ id: entryId, kind: 'earnings.accrued', occurredAt: now })} as result
    from lines`.execute(tx);
  const { clips, micros, unpaid, result } = rows[0]!;
  if (result !== null && result !== 'posted')
    throw new Error(`settlement ${entryId} was not posted: ${result}`);
  return { clips, micros, newlyUnpaid: unpaid ?? [] };
}
