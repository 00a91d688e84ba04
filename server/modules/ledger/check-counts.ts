import { type RawBuilder, sql } from 'kysely';
import { APPEAL_DECISION_DAYS, AUDIT_DAYS, HOLD_DECISION_DAYS } from '#contract/limits.ts';
import { SLACK } from './slack.ts';

/**
 * The longest time that a hold may wait for a person. An audit takes longest, because its clipper may answer
 * first.
 */
const HOLD_DAYS = Math.max(AUDIT_DAYS + HOLD_DECISION_DAYS, APPEAL_DECISION_DAYS);

/** Compares counted views with snapshots, holds and terms. Names and queries as in CHECKS. */
export const countChecks: Record<string, RawBuilder<unknown>> = {
  'a count that was paid for is what its snapshot says, while that is kept': sql`
    select 'snapshot of clip ' || a.submission_id || ' at ' || a.counted_at as what
    from accruals a join view_snapshots n on n.submission_id = a.submission_id and n.fetched_at = a.counted_at
    where n.views <> a.counted_views
    union all
    select 'snapshot of clip ' || t.submission_id || ' at ' || t.last_fetched_at
    from clip_tracking t join view_snapshots n on n.submission_id = t.submission_id and n.fetched_at = t.last_fetched_at
    where n.views <> t.views`,

  'a clip is counted as what was submitted': sql`
    select 'clip ' || t.submission_id as what
    from clip_tracking t
    join submissions s on s.id = t.submission_id
    left join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    where (t.listing_id, t.clipper_id, t.platform, t.post_id, t.by_figures) is distinct from (s.listing_id, s.clipper_id,
      s.platform, s.post_id, v.counted_views <> 'all' or v.counted_countries <> '{}')`,

  'what is excluded of a clip is what its upheld holds name': sql`
    select 'clip ' || t.submission_id || ': ' || t.excluded_views || ' against ' || coalesce(h.views, 0) as what
    from clip_tracking t
    left join (
      select submission_id, (select sum(upper(r) - lower(r)) from unnest(ranges) r) as views from (
        select submission_id, range_agg(int8range(from_views, greatest(from_views, coalesce(to_views, from_views)))) as ranges
        from fraud_holds where state = 'upheld' group by submission_id) u
    ) h on h.submission_id = t.submission_id
    where t.excluded_views <> coalesce(h.views, 0) or t.eligible_views > greatest(t.views - t.excluded_views, 0)`,

  'a hold is decided at a moment, or waits until one that is near': sql`
    select 'hold ' || id as what from fraud_holds
    where (decided_at is null) <> (state in ('open', 'escalated')) or decided_at < coalesce(reopened_at, opened_at) - ${SLACK}
      or decide_by > coalesce(reopened_at, opened_at) + ${HOLD_DAYS} * interval '1 day'
    union all
    select 'appeal ' || id from appeals
    where decided_at < opened_at - ${SLACK} or decide_by > opened_at + ${APPEAL_DECISION_DAYS} * interval '1 day'`,

  'figures of a clip cover its counter without gap or overlap': sql`
    select 'clip ' || submission_id || ' from view ' || from_views as what
    from (
      select submission_id, from_views, from_counted, lag(to_views) over clip as views, lag(to_counted) over clip as counted
      from clip_counted_stretches window clip as (partition by submission_id order by from_views)
    ) s
    where from_views <> coalesce(views, 0) or from_counted <> coalesce(counted, 0)`,
};
