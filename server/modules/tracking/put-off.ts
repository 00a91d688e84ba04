import { sql } from 'kysely';
import { GONE_GRACE_DAYS, RECHECK_HOURS } from '#contract/limits.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { after, DAY, MINUTE, SECOND } from '#server/infra/clock.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import type { Problem } from '#server/modules/connections/connections.ts';
import type { ClaimedClip } from './claim-due.ts';
import { notifyClipper } from './notify-clipper.ts';
import { nextPoll, retryAt } from './schedule.ts';
import { auditEnd } from './start.ts';

/**
 * Records that clips were not counted because the platform, or our quota there, has no calls left. That is no
 * failure. The clips stay due and are counted first once calls are available. Only if the platform limits an
 * account, its clips get a later time.
 */
export async function recordDeferred(
  db: Database,
  clips: ClaimedClip[],
  { detail, quotaOf, retryAfterSeconds }: Problem,
  now: Date,
): Promise<void> {
  if (clips.length === 0) return;
  const wait =
    quotaOf === 'account' ? after(now, (retryAfterSeconds ?? 60) * SECOND * (1 + Math.random() / 4)) : null;
  await sql`
    update clip_tracking t set next_poll_at = least(coalesce(${wait}::timestamptz, r.was_due), ${nextFixedPoll(now, 't')}),
      trouble = 'quota', trouble_detail = ${detail.slice(0, 500)}
    from unnest(${clips.map((clip) => clip.submission_id)}::uuid[], ${clips.map((clip) => clip.was_due)}::timestamptz[])
      as r (id, was_due)
    where t.submission_id = r.id and t.state = 'polling'`.execute(db);
}

/**
 * Only clips that became due within this time are marked. The job runs every second, so it marks each clip in
 * time.
 */
const LATELY_MS = 5 * MINUTE;

/** Marks clips that became due while their platform can't be called, so that people see that they are counted later. */
export async function recordPutOff(db: Database, platform: PostPlatform, now: Date): Promise<void> {
  await db
    .updateTable('clip_tracking')
    .set({ trouble: 'quota', trouble_detail: 'there is no call left for it yet' })
    .where('platform', '=', platform)
    .where('state', '=', 'polling')
    .where('next_poll_at', '<=', now)
    .where('next_poll_at', '>', after(now, -LATELY_MS))
    .where('trouble', 'is', null)
    .execute();
}

/**
 * Records that the attestation of ownership is gone. As with a missing post, the clipper has seven days to
 * restore it.
 */
export async function recordLost(
  db: Database,
  clips: ClaimedClip[],
  trouble: 'not_connected' | 'no_permission',
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    for (const clip of clips) await recordMissing(tx, clip, trouble, now);
  });
}

/**
 * Records that posts are missing. A missing post stops earning at its last count, which becomes final after
 * seven days.
 */
export async function recordMissing(
  tx: Tx,
  clip: ClaimedClip,
  trouble: keyof typeof away | 'not_connected',
  now: Date,
): Promise<void> {
  const next = nextPoll({
    postedAt: clip.posted_at,
    now,
    denseUntil: null,
    trackingUntil: clip.tracking_until,
    wasDue: clip.was_due,
  });
  const row = await tx
    .updateTable('clip_tracking')
    .set((eb) => ({
      missing_since: eb.fn.coalesce('missing_since', eb.val(now)),
      next_poll_at: next.at,
      pull_from: next.pullFrom,
      final_by: next.finalBy,
      trouble,
      trouble_detail: null,
    }))
    .where('submission_id', '=', clip.submission_id)
    .where('state', '=', 'polling')
    .returning('missing_since')
    .executeTakeFirst();
  if (!row?.missing_since) return;
  // The owner of a disconnected account is not notified again: they were already notified, or disconnected
  // the account themselves.
  const isNew = row.missing_since.getTime() === now.getTime();
  if (isNew && trouble !== 'not_connected') {
    await notifyClipper(tx, clip.submission_id, now, { kind: 'submission.unreadable', ...away[trouble] });
  }
  if (after(row.missing_since, GONE_GRACE_DAYS * DAY) <= now) {
    const gone = await tx
      .updateTable('clip_tracking')
      .set({ state: 'gone', next_poll_at: null })
      .where('submission_id', '=', clip.submission_id)
      .where('state', '=', 'polling')
      .returning(['submission_id', 'views', 'eligible_views'])
      .executeTakeFirst();
    if (!gone) return;
    await auditEnd(tx, 'clip.gone', gone, now);
    await notifyClipper(tx, clip.submission_id, now, over);
  }
}

const stays = 'It earns nothing for now. Views counted so far stay.';

const away = {
  post_hidden: {
    title: 'Your post can’t be read',
    body: `Make it public again within ${GONE_GRACE_DAYS} days and counting continues; after that the count is final. It is deleted, private, unlisted or blocked. ${stays}`,
  },
  no_permission: {
    title: 'Your account can’t be read',
    body: `Fix it and connect the account again in Settings within ${GONE_GRACE_DAYS} days, and counting continues; after that the count is final. You took back a permission, or the account is restricted or, on Instagram, no longer professional. ${stays}`,
  },
  before_professional: {
    title: 'Your post can no longer be counted',
    body: `Instagram gives no views of posts from before an account last became professional, and this post is one of them. ${stays} After ${GONE_GRACE_DAYS} days the count is final.`,
  },
  unsupported: {
    title: 'Your post can no longer be counted',
    body: `The platform gives no views of this kind of post. ${stays} After ${GONE_GRACE_DAYS} days the count is final.`,
  },
};
const over = {
  kind: 'submission.gone' as const,
  title: 'Counting is over',
  body: `Your post could not be read for ${GONE_GRACE_DAYS} days. The count at that time is final.`,
};

interface Failure {
  trouble: 'no_counts' | 'no_answer' | 'not_set_up' | 'refused' | 'impossible_count' | 'failed';
  /** The platform's answer, shown to operators. */
  detail?: string | undefined;
}

/**
 * Records that the platform did not answer. Nothing is known, so nothing changes; the clips are tried again
 * later.
 */
export async function recordFailure(
  db: Database,
  clips: ClaimedClip[],
  { trouble, detail }: Failure,
  now: Date,
): Promise<void> {
  if (clips.length === 0) return;
  const failures = Math.max(...clips.map((clip) => clip.failures)) + 1;
  await db
    .updateTable('clip_tracking')
    .set({
      failures,
      trouble,
      trouble_detail: detail?.slice(0, 500) ?? null,
      next_poll_at: sql`least(${retryAt(now, failures, Math.random())}::timestamptz, ${nextFixedPoll(now)})`,
    })
    .where(
      'submission_id',
      'in',
      clips.map((clip) => clip.submission_id),
    )
    .where('state', '=', 'polling')
    .execute();
}

/**
 * SQL: the end of the clip's window or its recheck, whichever is next. Clips are polled at these times even
 * while the platform does not answer.
 */
const nextFixedPoll = (now: Date, table = 'clip_tracking') => sql`(
  select min(fixed.at) from submissions s,
    lateral (values (s.tracking_until), (s.tracking_until + ${sql.raw(`interval '${RECHECK_HOURS} hours'`)})) as fixed (at)
  where s.id = ${sql.ref(table)}.submission_id and fixed.at > ${now})`;
