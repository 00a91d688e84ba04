import { type RawBuilder, sql } from 'kysely';

/** SQL: states of an undecided hold. The views of such a hold are neither earned nor pending. */
export const ON_HOLD = sql`('open', 'escalated')`;

/**
 * SQL: hold `h` is about identities, not about the score. Then no deadline releases it, and no screenshot
 * answers it.
 */
export const ABOUT_PEOPLE = sql<boolean>`(h.identity_match_id is not null or h.cohort_id is not null)`;

/** SQL: hold `h` is an audit of a screenshot or of a clip, which does not depend on the score. */
export const IS_AUDIT = sql<boolean>`(exists (select from attestation_audits au where au.fraud_hold_id = h.id)
  or exists (select from clip_audits au where au.fraud_hold_id = h.id))`;

/**
 * SQL: eligible views of clip `t` before a position on its counter. They are the first views outside the
 * ranges of `x.excluded`. Views counted after the window have later positions.
 */
const eligibleBefore = (place: RawBuilder<unknown>) => sql`least(t.eligible_views, ${place} - (
  select coalesce(sum(upper(r) - lower(r)), 0) from unnest(x.excluded * int8multirange(int8range(0, ${place}))) as r))`;

/**
 * SQL: eligible views of clip `t` in the range of hold `h`. Views that are excluded already, and views that
 * were counted after the window, are not eligible and so not contested.
 */
export const contestedNow: RawBuilder<bigint> = sql`(
  select greatest(${eligibleBefore(sql`least(h.to_views, t.views)`)} - ${eligibleBefore(sql`h.from_views`)}, 0)::bigint
  from (
    select coalesce(range_agg(int8range(u.from_views, greatest(u.from_views, u.to_views))), '{}') as excluded
    from fraud_holds u where u.submission_id = h.submission_id and u.state = 'upheld') x)`;

/**
 * SQL: eligible views of clip `t` that count. If the clip earns by released analytics, only the views that
 * the analytics count do; otherwise all do.
 */
export const viewsThatCount: RawBuilder<bigint> = sql`views_that_count(t.by_figures, t.submission_id, t.eligible_views, t.views)`;

/** SQL: eligible views that count, without the views in the range of hold `h`. */
export const countOutsideHold: RawBuilder<bigint> = sql`case
  when t.by_figures then counted_verified(t.submission_id, t.eligible_views - ${contestedNow}, t.views,
    int8range(h.from_views, greatest(h.from_views, h.to_views)))
  else greatest(t.eligible_views - ${contestedNow}, 0) end`;

/**
 * SQL: views of clip `t` that count and that no hold contests, before any of the clip's earnings are settled.
 * A hold without a range contests all.
 */
export const uncontestedViews: RawBuilder<bigint> = sql`coalesce((
  select case when h.to_views is null then 0 else ${countOutsideHold} end
  from fraud_holds h where h.submission_id = t.submission_id and h.state in ${ON_HOLD}), ${viewsThatCount})`;
