import { type RawBuilder, sql } from 'kysely';
import { GONE_GRACE_DAYS, HOLD_DECISION_DAYS, HOLD_SCORE, RECHECK_HOURS } from '#contract/limits.ts';
import { countOutsideHold, ON_HOLD, SAME_FINDING } from '#server/modules/fraud-holds/fraud-holds.ts';

const recheck = sql.raw(`interval '${RECHECK_HOURS} hours'`);

/**
 * SQL: a bank disputes a payment of this listing's host. Until the bank decides, no unreleased earnings are
 * released. `listingId` is a column of the surrounding statement.
 */
export const isFrozen = (listingId: RawBuilder<unknown>): RawBuilder<boolean> => sql`${listingId} in (
  select fl.id from deposits fd join listings fl on fl.host_id = fd.host_id where fd.state = 'disputed')`;

/**
 * SQL: earliest release of a pending accrual (as `a`, with clip_tracking as `t`) by the verdict alone; null
 * while the verdict does not allow a release. Clean views are released on their due day. So are views that a
 * person let pass at about this score (a clearly higher score is a new hold), views outside an upheld hold,
 * and views outside the range of an open hold with about this score. "Not enough data" is never treated as
 * clean: such views wait for the end of the window, unless two people confirmed the count. Views with a
 * score under 60 on which nobody decides are released a week later. Views with a higher score are never
 * released without a person, whether they are held or a person is only asked about them.
 */
const allowedAt: RawBuilder<Date | null> = sql`case
  when t.band = 'clean' or t.score <= t.cleared_score + ${sql.lit(SAME_FINDING)} then a.release_due_at
  when t.band = 'hold' and t.score <= t.upheld_score + ${sql.lit(SAME_FINDING)} then a.release_due_at
  when t.band = 'hold' and exists (
    select from fraud_holds o where o.submission_id = t.submission_id and o.state in ${ON_HOLD} and o.to_views is not null
      and t.score <= o.score + ${sql.lit(SAME_FINDING)}) then a.release_due_at
  when t.band = 'not_enough_data' and (t.state <> 'polling' or t.count_level = 'attested') then a.release_due_at
  when t.band = 'needs_review' and t.score < ${sql.lit(HOLD_SCORE)} then a.release_due_at + ${sql.raw(`interval '${HOLD_DECISION_DAYS} days'`)}
end`;

/**
 * SQL: an accrual's views are contested or its listing is frozen. A hold without a range contests all
 * unreleased views. A hold with a range leaves a number of views outside it; an accrual that ends above that
 * number waits until a settlement has removed the held views from it.
 */
export const isOnHold: RawBuilder<boolean> = sql`(exists (
  select 1 from fraud_holds h where h.submission_id = a.submission_id and h.state in ${ON_HOLD}
    and (h.to_views is null or a.views_to > ${countOutsideHold}))
  or ${isFrozen(sql`a.listing_id`)})`;

/**
 * SQL: until when an accrual waits because its post or its account is missing; null if both exist. A missing
 * post can't be checked again, so nobody would notice that its platform removes bought views. After this
 * moment the count is final.
 */
export const awayUntil: RawBuilder<Date | null> = sql`case when t.state = 'polling' and t.missing_since is not null
  then greatest(a.release_due_at, t.missing_since + ${sql.raw(`interval '${GONE_GRACE_DAYS} days'`)}) end`;

/**
 * SQL: the accrual was earned while the post lacked a required part, and the post is still not fixed. The
 * accrual waits until the post is fixed or the clip's count is final, so that removing the label after the
 * approval delays the money.
 */
export const waitsForCaption: RawBuilder<boolean> = sql`(t.state = 'polling' and exists (
  select 1 from caption_checks w where w.submission_id = a.submission_id and w.missing_since <= a.accrued_at))`;

/**
 * SQL: the latest moment at which the clip's last count is known, with the views that count; null unless the
 * clip's window is open.
 */
const finalAt: RawBuilder<Date | null> = sql`(
  select greatest(a.release_due_at, s.tracking_until + ${recheck}
    + case when t.by_figures then ${sql.raw(`interval '${GONE_GRACE_DAYS} days'`)} else interval '0' end)
  from submissions s where s.id = a.submission_id and t.state = 'polling')`;

/**
 * SQL: earliest release of an accrual that is still pending at the end of its clip's window; null for other
 * accruals. Also null if the clip earns by released analytics and the recheck is over, while figures of its
 * last days are missing.
 */
export const recheckedAt: RawBuilder<Date | null> = sql`(
  select greatest(a.release_due_at, s.tracking_until + ${recheck})
  from submissions s
  where s.id = a.submission_id and t.state = 'polling' and s.tracking_until < ${allowedAt}
    and not (t.by_figures and t.last_fetched_at >= s.tracking_until + ${recheck}))`;

/**
 * SQL: earliest release of a pending accrual; null while the release does not depend on time alone. Accruals
 * that would be released after the end of a window all wait until the clip was rechecked and is finished,
 * because the recheck can still remove views.
 */
export const releasableAt: RawBuilder<Date | null> = sql`case
  when ${isOnHold} or ${awayUntil} is not null or ${waitsForCaption} or ${recheckedAt} is not null then null else ${allowedAt} end`;

/**
 * SQL: the date shown to people for a pending accrual. It is released by then, unless something new is found.
 * Null while a person or a bank must decide first. The week of a middling score also runs while a post is
 * missing or being rechecked.
 */
export const releaseBy: RawBuilder<Date | null> = sql`case when not ${isOnHold} then
  case when ${awayUntil} is not null then greatest(${awayUntil}, ${allowedAt})
    else greatest(${recheckedAt}, ${allowedAt}, case when (${waitsForCaption} and ${allowedAt} is not null) or (t.band = 'not_enough_data' and t.count_level <> 'attested') then ${finalAt} end) end end`;
