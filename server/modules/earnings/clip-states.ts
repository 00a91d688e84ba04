import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { idsOf } from '#server/infra/prepared.ts';
import { countOutsideHold, ON_HOLD, viewsThatCount } from '#server/modules/fraud-holds/fraud-holds.ts';
import { isFrozen } from '#server/modules/submissions/submissions.ts';

/**
 * Matches clip `e` if it may still earn, or if it was rejected and its clipper appeals. While the appeal is
 * open, the clip earns nothing, and its possible earnings are set aside in its reserve.
 */
export const mayEarn: RawBuilder<boolean> = sql`e.state in ('accruing', 'appealed')`;

/** Matches the clips of these listings that may still earn. */
export const accruing = (listingIds: readonly string[]): RawBuilder<unknown> =>
  sql`${mayEarn} and e.listing_id = any(${idsOf(listingIds)})`;

/** Matches the clips of one listing, given as a column of the outer statement, that may still earn. */
export const accruingOf = (listingId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${mayEarn} and e.listing_id = ${listingId}`;

/**
 * The listings and clippers whose accounts a settlement has locked. The settlement may change only their
 * clips.
 */
export interface LockedAccounts {
  listingIds: string[];
  clipperIds: AccountId[];
}

/**
 * Matches the clips whose listing and clipper are locked. If a clip of another clipper changed meanwhile, the
 * next run settles it, because its money could be moving to a payout at this moment.
 */
export const lockedClips = ({ listingIds, clipperIds }: LockedAccounts): RawBuilder<unknown> =>
  sql`${accruing(listingIds)} and e.clipper_id = any(${idsOf(clipperIds)})`;

/** Whether the appeal of rejected clip `e` is undecided. */
const isAppealOpen = sql`exists (
  select from appeals ap where ap.submission_id = e.submission_id and ap.fraud_hold_id is null
    and ap.state in ('open', 'escalated'))`;

/**
 * SQL of the change to store about clip `e`'s minimum. 'reached': uncontested views reached the minimum, for
 * good. 'contested': the minimum counts as reached if the contested views are released. Null: no change. If
 * views are excluded later, the minimum was not reached, unless it was reached before anybody contested them.
 */
const minimumNews = sql`case
  when e.min_views = 0 or e.minimum_reached then null
  when m.is_minimum_safe then 'reached'
  when g.eligible_views >= e.min_views and t.excluded_views > coalesce(e.minimum_excluded_views, -1) then 'contested'
  end`;

/**
 * The only definition of the amount that a clip may be paid, as a query over opened clips (alias e, filtered
 * by `where`). `claimed_views` would be paid if nothing were on hold; `payable_views` may be paid now. Both
 * apply the minimum and the maximum per clip, in whole views; `eligible_views` does not. Once the minimum is
 * reached, every view counts from the first, even if views are reversed later. For a clip that earns by
 * released analytics (decision 0035), all three contain only views that count. `reserve_micros` is the amount
 * that the clip's reserved account should contain. A hold without a range contests all unreleased views. A
 * rejected clip under appeal (`is_appealed`) is contested as a whole.
 *
 * `offset 0` makes PostgreSQL compute a value once. Without it PostgreSQL copied the value's expression to
 * each use. The plan was three times as long, and planning took longer than the settlement.
 */
export const clipStates = (where: RawBuilder<unknown>) => sql`
  select e.submission_id, e.listing_id, e.clipper_id, t.platform, e.approved_at, e.rate_micros_per_view, e.paid_views,
    e.paid_micros, e.reserved_micros, e.reserves, e.budget_spent_at, t.views as counted_views, t.last_fetched_at as counted_at,
    t.state <> 'polling' as is_over, h.id is not null or f.is_frozen as is_on_hold, f.is_frozen, e.state = 'appealed' as is_appealed,
    e.state = 'appealed' and not ${isAppealOpen} as is_appeal_over, v.eligible_views, u.claimed_views,
    p.payable_views, m.is_minimum_safe, ${minimumNews} as minimum_news,
    case
      when e.state = 'appealed' then case when ${isAppealOpen} then u.claimed_views * e.rate_micros_per_view else 0 end
      when e.reserves and t.state = 'polling' then e.max_payout_micros - e.paid_micros
      when h.id is not null or f.is_frozen
        then greatest(u.claimed_views - greatest(p.payable_views, e.paid_views), 0) * e.rate_micros_per_view
      else 0
    end as reserve_micros
  from clip_earnings e
  join clip_tracking t on t.submission_id = e.submission_id
  left join fraud_holds h on h.submission_id = e.submission_id and h.state in ${ON_HOLD}
  cross join lateral (select ${isFrozen(sql`e.listing_id`)} as is_frozen offset 0) f
  cross join lateral (select ${viewsThatCount} as eligible_views) g
  cross join lateral (
    select case
      when e.state = 'appealed' then 0
      when h.id is null and not f.is_frozen then g.eligible_views
      when h.to_views is null or f.is_frozen then least(g.eligible_views, coalesce(
        (select min(a.views_from) from accruals a where a.submission_id = e.submission_id and a.state = 'pending'),
        e.paid_views))
      else ${countOutsideHold}
    end as eligible_views offset 0
  ) v
  cross join lateral (
    select e.minimum_reached or g.eligible_views >= e.min_views
      or coalesce(t.excluded_views <= e.minimum_excluded_views, false) as is_minimum_reached
  ) r
  cross join lateral (
    select e.minimum_reached or v.eligible_views >= e.min_views
      or r.is_minimum_reached and h.id is null and not f.is_frozen and e.state <> 'appealed' as is_minimum_safe
  ) m
  cross join lateral (
    select case when r.is_minimum_reached
      then least(g.eligible_views, e.max_payout_micros / e.rate_micros_per_view) else 0 end as claimed_views
  ) u
  cross join lateral (
    select case when m.is_minimum_safe then least(u.claimed_views, v.eligible_views) else 0 end as payable_views
  ) p
  where (t.last_fetched_at is not null or t.state <> 'polling') and ${where}`;

/** Whether clip e (columns of `clipStates`) has pending earnings. */
const hasPending = sql`exists (
  select 1 from accruals pending where pending.submission_id = e.submission_id and pending.state = 'pending')`;

/**
 * Whether clip e (columns of `clipStates`) is done: its counting is over, nothing is on hold, everything
 * payable is paid, and the last payment is released. A clip with unfunded views stays open as long as the
 * listing may get money: by a top-up until the listing ends, afterwards from other clips of the listing that
 * are counted, on hold or have a reserve.
 */
export const isDone: RawBuilder<boolean> = sql`(
  e.is_over and not e.is_on_hold and not e.is_appealed and not ${hasPending} and (e.payable_views <= e.paid_views or exists (
    select 1 from listings l where l.id = e.listing_id and (l.state in ('settled', 'removed') or l.state = 'ended'
      and not exists (
        select 1 from ledger_accounts a where a.kind = 'listing' and a.owner_id = l.id
          and a.balance_micros >= e.rate_micros_per_view)
      and not exists (
        select 1 from clip_earnings o join clip_tracking ot on ot.submission_id = o.submission_id
        where o.listing_id = l.id and o.state in ('accruing', 'appealed') and (ot.state = 'polling' or o.reserved_micros > 0 or exists (
          select 1 from fraud_holds oh where oh.submission_id = o.submission_id and oh.state in ${ON_HOLD})))))))`;

/**
 * SQL of the amount that clip c (columns of `clipStates`) would earn in addition if nobody contested its
 * views. Budget need not be reserved for it.
 */
export const contestedMicros: RawBuilder<bigint> = sql`case
  when c.is_appealed and c.is_appeal_over or not c.is_appealed and not c.is_on_hold then 0
  else greatest(c.claimed_views - greatest(c.payable_views, c.paid_views), 0) * c.rate_micros_per_view end`;

/** The part of `contestedMicros` that is in the clip's reserve. The remaining reserve is allocation. */
export const contestedReserve: RawBuilder<bigint> = sql`least(c.reserved_micros, ${contestedMicros})`;

/**
 * Whether clip `e` may have contested views. Used as a filter, so that `clipStates` computes only those of
 * many clips that may.
 */
export const mayBeContested: RawBuilder<boolean> = sql`(e.state = 'appealed' or ${isFrozen(sql`e.listing_id`)} or exists (
  select from fraud_holds ch where ch.submission_id = e.submission_id and ch.state in ${ON_HOLD}))`;
