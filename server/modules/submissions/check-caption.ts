import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { CAPTION_FIX_HOURS, CAPTION_REPEAT_DAYS } from '#contract/limits.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { PostCaption } from '#server/modules/connections/connections.ts';
import { missingIn } from './caption.ts';
import { notifyOfCaption } from './caption-notices.ts';

interface Known {
  missing: string[];
  fix_by: Date | null;
  stopped_at: Date | null;
  caption: string;
  platform: PostPlatform;
  status: string;
  clipper_id: AccountId;
  host_id: AccountId;
  title: string;
  required_tags: string[];
  disclosure_required: boolean;
}

/**
 * Checks a post's current caption against the listing's terms under which the clip was submitted. Notifies clipper
 * and host of missing parts, with a deadline. The clip stops earning only if a reading after the deadline still
 * finds them missing; it earns again after any reading that finds the caption fixed. A clipper who was notified
 * before has no deadline (`captionDeadline`). Returns null if the terms require nothing.
 *
 * @param isAsked the clipper asked for this reading
 */
export async function checkCaption(
  tx: Tx,
  submissionId: string,
  caption: PostCaption,
  { now, isAsked = false }: { now: Date; isAsked?: boolean },
): Promise<{ missing: string[] } | null> {
  const known = await lockCaptionCheck(tx, submissionId);
  if (!known) return null;
  const missing = missingIn(caption, {
    requiredTags: known.required_tags,
    disclosureRequired: known.disclosure_required,
  });
  await tx
    .updateTable('submissions')
    .set({ caption: caption.caption })
    .where('id', '=', submissionId)
    .where('caption', '<>', caption.caption)
    .execute();
  const clip = { ...known, submissionId, missing, now, isAsked };
  if (missing.length === 0) {
    if (known.missing.length > 0) await notifyOfCaption(tx, clip, 'caption_check_passed');
    await keep(tx, clip, null);
  } else {
    const fixBy = known.fix_by ?? (await captionDeadline(tx, clip));
    const isStopped = known.stopped_at !== null || fixBy <= now;
    await keep(tx, clip, { fixBy, isStopped });
    if (isStopped && known.stopped_at === null) {
      await notifyOfCaption(tx, clip, known.fix_by ? 'caption_check_overdue' : 'caption_check_repeated');
    } else if (known.fix_by === null) await notifyOfCaption(tx, clip, 'caption_check_failed');
  }
  return { missing };
}

async function lockCaptionCheck(tx: Tx, submissionId: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select w.missing, w.fix_by, w.stopped_at, s.caption, s.platform, s.status, s.clipper_id, l.host_id, v.title,
      v.required_tags, v.disclosure_required
    from caption_checks w
    join submissions s on s.id = w.submission_id and s.status in ('pending', 'approved')
    join listings l on l.id = s.listing_id
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    where w.submission_id = ${submissionId}
    for update of w`.execute(tx);
  return rows[0];
}

/**
 * Returns the deadline for fixing a caption that was just found incomplete. All clips that become incomplete within
 * 48 hours of a clipper's first notice have 48 hours each, because one edit can change many posts. For 30 days
 * after that the deadline is now.
 */
async function captionDeadline(tx: Tx, { submissionId, clipper_id, now }: Judged): Promise<Date> {
  const graceSince = after(now, -CAPTION_FIX_HOURS * HOUR);
  const { rows } = await sql<{ own: Date | null; is_repeat: boolean | null }>`
    select max(lapse) filter (where w.submission_id = ${submissionId} and lapse > ${graceSince}) as own,
      bool_or(lapse <= ${graceSince}) as is_repeat
    from submissions s
    join caption_checks w on w.submission_id = s.id
    cross join unnest(w.lapses) lapse
    where s.clipper_id = ${clipper_id} and lapse > ${after(now, -CAPTION_REPEAT_DAYS * DAY)}`.execute(tx);
  const { own, is_repeat } = rows[0]!;
  if (is_repeat) return now;
  return after(own ?? now, CAPTION_FIX_HOURS * HOUR);
}

interface Judged extends Known {
  submissionId: string;
  now: Date;
  isAsked: boolean;
}

/** Bounds of the hours until the next reading, if the last one found nothing missing. */
const [SOONEST_HOURS, LATEST_HOURS] = [2, 30];

/**
 * Stores the outcome of a check. An incomplete caption is checked every hour and at its deadline. Other
 * captions are checked about once a day at a random moment, so that nobody can restore a label only for the
 * check. A reading that the clipper asked for does not postpone the next one: otherwise a clipper could avoid
 * it by asking repeatedly.
 */
async function keep(
  tx: Tx,
  { submissionId, missing, now, isAsked }: Judged,
  lack: { fixBy: Date; isStopped: boolean } | null,
): Promise<void> {
  const soon = after(now, HOUR);
  const atDeadline = lack && lack.fixBy > now && lack.fixBy < soon ? lack.fixBy : soon;
  const drawn = after(now, (SOONEST_HOURS + (LATEST_HOURS - SOONEST_HOURS) * Math.random()) * HOUR);
  await sql`
    update caption_checks set checked_at = ${now}, missing = ${missing}::text[],
      next_check_at = ${lack ? atDeadline : isAsked ? sql`case when missing_since is null then next_check_at else ${drawn} end` : drawn},
      missing_since = ${lack ? sql`coalesce(missing_since, ${now})` : null},
      fix_by = ${lack?.fixBy ?? null},
      lapses = ${lack ? lapsesWith(now) : sql`lapses`},
      restored_at = case when ${lack === null} and stopped_at is not null then ${now} else restored_at end,
      stopped_at = ${lack?.isStopped ? sql`coalesce(stopped_at, ${now})` : null}
    where submission_id = ${submissionId}`.execute(tx);
}

/**
 * SQL: the list of moments at which the caption became incomplete, with this moment added if it became
 * incomplete now. A moment within 48 hours of an earlier one is not added, so that the list stays short.
 */
const lapsesWith = (now: Date): RawBuilder<Date[]> => sql`
  case when missing_since is null and not exists (
      select from unnest(lapses) lapse where lapse > ${after(now, -CAPTION_FIX_HOURS * HOUR)})
    then array(select lapse from unnest(lapses) lapse where lapse > ${after(now, -CAPTION_REPEAT_DAYS * DAY)}) || ${now}::timestamptz
    else lapses end`;
