import { type RawBuilder, sql } from 'kysely';

/**
 * The one definition of what a clip may be paid, as a query over opened clips (alias e, filtered by `where`):
 * `undisputed_views` would be paid if nothing were on hold, `payable_views` may be paid now. Both keep the minimum (once
 * reached, every view counts from the first) and the maximum per clip in whole views. `reserve_micros` is what should
 * wait in the clip's reserved account. A hold without a range disputes everything that was not released yet.
 */
export const clipStates = (where: RawBuilder<unknown>) => sql`
  select e.submission_id, e.listing_id, e.clipper_id, e.approved_at, e.rate_micros_per_view, e.paid_views,
    e.paid_micros, e.reserved_micros, e.reserves, t.views as counted_views, t.last_fetched_at as counted_at,
    t.state <> 'polling' as is_over, h.id is not null as is_on_hold, u.undisputed_views, p.payable_views,
    case
      when e.reserves and t.state = 'polling'
        then e.max_payout_micros - e.paid_micros
      when h.id is not null
        then greatest(u.undisputed_views - greatest(p.payable_views, e.paid_views), 0) * e.rate_micros_per_view
      else 0
    end as reserve_micros
  from clip_earnings e
  join clip_tracking t on t.submission_id = e.submission_id
  left join holds h on h.submission_id = e.submission_id and h.state in ('open', 'escalated')
  cross join lateral (
    select case when e.paid_views > 0 or t.eligible_views >= e.min_views
      then least(t.eligible_views, e.max_payout_micros / e.rate_micros_per_view) else 0 end as undisputed_views
  ) u
  cross join lateral (
    select case
      when h.id is null then u.undisputed_views
      when h.to_views is null then least(u.undisputed_views, coalesce(
        (select min(a.views_from) from accruals a where a.submission_id = e.submission_id and a.state = 'held'),
        e.paid_views))
      else least(u.undisputed_views,
        greatest(t.eligible_views - greatest(least(h.to_views, t.views) - h.from_views, 0), 0))
    end as payable_views
  ) p
  where e.state = 'accruing' and t.last_fetched_at is not null and ${where}`;
