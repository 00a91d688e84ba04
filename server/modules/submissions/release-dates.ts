import { type RawBuilder, sql } from 'kysely';
import { GONE_GRACE_DAYS, HOLD_DECISION_DAYS, RECHECK_HOURS } from '#contract/limits.ts';
import { countOutsideHold, ON_HOLD, SAME_FINDING } from '#server/modules/fraud-holds/fraud-holds.ts';

const recheck = sql.raw(`interval '${RECHECK_HOURS} hours'`);

/**
 * A bank questions a payment of this listing's host: until it has decided, nothing that was not released is anybody's.
 * `listingId` is a column of the statement around it.
 */
export const isFrozen = (listingId: RawBuilder<unknown>): RawBuilder<boolean> => sql`${listingId} in (
  select fl.id from deposits fd join listings fl on fl.host_id = fd.host_id where fd.state = 'disputed')`;

/**
 * From when the verdict alone lets a pending step (aliases: a accrual, t tracking) go; null while it does not. Clean views,
 * and views that a person let pass up to about this score (a clearly higher one is a new hold), go on their day. So does
 * what a person left when other views were upheld: whatever else a score like that contests is on hold. "Not enough data"
 * is never called clean: it waits for the end of the window, unless two people confirmed the count. A middling score that
 * nobody decides goes a week later; a high one never goes by itself. Where an open hold has a range, it contests all that
 * about this score doubts: the other views go on their day.
 */
const allowedAt: RawBuilder<Date | null> = sql`case
  when t.band = 'clean' or t.score <= t.cleared_score + ${sql.lit(SAME_FINDING)} then a.release_due_at
  when t.band = 'hold' and t.score <= t.upheld_score + ${sql.lit(SAME_FINDING)} then a.release_due_at
  when t.band = 'hold' and exists (
    select from fraud_holds o where o.submission_id = t.submission_id and o.state in ${ON_HOLD} and o.to_views is not null
      and t.score <= o.score + ${sql.lit(SAME_FINDING)}) then a.release_due_at
  when t.band = 'not_enough_data' and (t.state <> 'polling' or t.count_level = 'attested') then a.release_due_at
  when t.band = 'needs_review' then a.release_due_at + ${sql.raw(`interval '${HOLD_DECISION_DAYS} days'`)}
end`;

/**
 * A step's views are contested, or its listing is frozen. A hold without a range contests all that was not released. One with a
 * range leaves a number of views; a step that ends behind these waits until a settlement has taken the held ones out of it.
 */
export const isOnHold: RawBuilder<boolean> = sql`(exists (
  select 1 from fraud_holds h where h.submission_id = a.submission_id and h.state in ${ON_HOLD}
    and (h.to_views is null or a.views_to > ${countOutsideHold}))
  or ${isFrozen(sql`a.listing_id`)})`;

/**
 * Until when a step waits because its post or its account is not there; null when it is. What was counted can't be looked
 * at again meanwhile, and a platform that takes bought views back would not be seen doing so. Then it is final as counted.
 */
export const awayUntil: RawBuilder<Date | null> = sql`case when t.state = 'polling' and t.missing_since is not null
  then greatest(a.release_due_at, t.missing_since + ${sql.raw(`interval '${GONE_GRACE_DAYS} days'`)}) end`;

/**
 * The step was earned while the post lacked what the listing asks for, and the post is not fixed yet. The step waits until the post is fixed or
 * the clip's count is final, so that taking the label out after the approval delays the money.
 */
export const waitsForCaption: RawBuilder<boolean> = sql`(t.state = 'polling' and exists (
  select 1 from caption_checks w where w.submission_id = a.submission_id and w.missing_since <= a.accrued_at))`;

/** When the last count of the step's clip, and what of it counts, is known at the latest; null when its window is not open. */
const finalAt: RawBuilder<Date | null> = sql`(
  select greatest(a.release_due_at, s.tracking_until + ${recheck}
    + case when t.by_figures then ${sql.raw(`interval '${GONE_GRACE_DAYS} days'`)} else interval '0' end)
  from submissions s where s.id = a.submission_id and t.state = 'polling')`;

/**
 * When a pending step that is still pending at the end of its clip's window becomes available at the earliest; null for others. Of a
 * clip that earns by released analytics the recheck may be over while figures of its last days are waited for.
 */
export const recheckedAt: RawBuilder<Date | null> = sql`(
  select greatest(a.release_due_at, s.tracking_until + ${recheck})
  from submissions s
  where s.id = a.submission_id and t.state = 'polling' and s.tracking_until < ${allowedAt}
    and not (t.by_figures and t.last_fetched_at >= s.tracking_until + ${recheck}))`;

/**
 * From when a pending step may go; null while that is not a matter of time alone. The last earnings of a window, all that
 * would go after its end, wait until the clip was rechecked and is finished: the recheck can still take them away.
 */
export const releasableAt: RawBuilder<Date | null> = sql`case
  when ${isOnHold} or ${awayUntil} is not null or ${waitsForCaption} or ${recheckedAt} is not null then null else ${allowedAt} end`;

/**
 * The date that people are told for a pending step: it is released then at the latest, unless something new is found. Null
 * while a person, or a bank, has to decide first. The week of a middling score runs on while a post is away or rechecked.
 */
export const releaseBy: RawBuilder<Date | null> = sql`case when not ${isOnHold} then
  case when ${awayUntil} is not null then greatest(${awayUntil}, ${allowedAt})
    else greatest(${recheckedAt}, ${allowedAt}, case when (${waitsForCaption} and ${allowedAt} is not null) or (t.band = 'not_enough_data' and t.count_level <> 'attested') then ${finalAt} end) end end`;
