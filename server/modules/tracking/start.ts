import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { SEEN_WITHIN_HOURS } from '#contract/limits.ts';
import type { CountLevel } from '#contract/tracking.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import type { Reading } from '#server/modules/connections/connections.ts';
import { nextPollAt } from './schedule.ts';

export interface TrackedClip {
  submissionId: string;
  listingId: string;
  clipperId: AccountId;
  connectionId: string;
  platform: string;
  postId: string;
  postApiId: string;
  postedAt: Date;
  countLevel: CountLevel;
  /** The listing's terms pay only part of the clip's views, and released analytics show which part. */
  byFigures: boolean;
}

/** Starts counting a submitted clip. The counts read at submission are its baseline, if the platform had any. */
export async function startTracking(
  tx: Tx,
  clip: TrackedClip,
  baseline: Reading | null,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('clip_tracking')
    .values({
      submission_id: clip.submissionId,
      listing_id: clip.listingId,
      clipper_id: clip.clipperId,
      connection_id: clip.connectionId,
      platform: clip.platform,
      post_id: clip.postId,
      post_api_id: clip.postApiId,
      posted_at: clip.postedAt,
      state: 'polling',
      count_level: clip.countLevel,
      by_figures: clip.byFigures,
      next_poll_at: clip.countLevel === 'platform' ? nextPollAt(clip.postedAt, now, null) : null,
      ...(baseline && {
        ...countColumns(baseline),
        eligible_views: BigInt(baseline.views),
        unseen_views: await unseenViews(tx, clip, baseline, now),
        snapshot_count: 1,
        first_fetched_at: now,
        last_fetched_at: now,
      }),
    })
    .execute();
  if (!baseline) return;
  await tx
    .insertInto('view_snapshots')
    .values({
      submission_id: clip.submissionId,
      fetched_at: now,
      ...countColumns(baseline),
      source: baseline.source,
      counting_rule: baseline.countingRule,
    })
    .execute();
}

/**
 * Returns how many views nobody saw arriving: those of the post's first count, by this submission or an earlier
 * one, if it was read more than six hours after the post, and those since its last count, if that is more than
 * six hours ago. Otherwise a post could be submitted early, withdrawn, and submitted again with bought views.
 */
export async function unseenViews(
  db: Database | Tx,
  { platform, postId, postedAt }: Pick<TrackedClip, 'platform' | 'postId' | 'postedAt'>,
  reading: Pick<Reading, 'views'>,
  now: Date,
): Promise<bigint> {
  const counts = db
    .selectFrom('clip_tracking as t')
    .innerJoin('view_snapshots as v', 'v.submission_id', 't.submission_id')
    .select(['v.fetched_at', 'v.views', 't.unseen_views'])
    .where('t.platform', '=', platform)
    .where('t.post_id', '=', postId)
    .limit(1);
  const views = BigInt(reading.views);
  const first = await counts.orderBy('v.fetched_at').executeTakeFirst();
  const last = await counts.orderBy('v.fetched_at', 'desc').executeTakeFirst();
  if (!first || !last) return isSeen(postedAt, now) ? 0n : views;
  const atFirst = isSeen(postedAt, first.fetched_at) ? 0n : first.views;
  const before = last.unseen_views > atFirst ? last.unseen_views : atFirst;
  return views > last.views && !isSeen(last.fetched_at, now) ? before + views - last.views : before;
}

/** Returns whether all views of a post count as seen if it is read now and was posted, or last read, at `since`. */
const isSeen = (since: Date, readAt: Date): boolean => readAt <= after(since, SEEN_WITHIN_HOURS * HOUR);

/** Stops counting clips that were rejected or withdrawn. Their counts stay. */
export async function stopTracking(tx: Tx, submissionIds: string[]): Promise<void> {
  if (submissionIds.length === 0) return;
  await tx
    .updateTable('clip_tracking')
    .set({ state: 'stopped', next_poll_at: null })
    .where('submission_id', 'in', submissionIds)
    .where('state', '=', 'polling')
    .execute();
}

/** Counts a stopped clip again because its rejection is under appeal. Does nothing if the post is gone. */
export async function resumeTracking(tx: Tx, submissionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('clip_tracking')
    .set({
      state: 'polling',
      next_poll_at: sql`case when count_level = 'platform' then ${now}::timestamptz end`,
    })
    .where('submission_id', '=', submissionId)
    .where('state', '=', 'stopped')
    .execute();
}

/** Writes to the audit log that counting ended, with the final figures. */
export async function auditEnd(
  tx: Tx,
  action: 'clip.finished' | 'clip.gone',
  clip: { submission_id: string; views: bigint; eligible_views: bigint },
  now: Date,
): Promise<void> {
  await writeAudit(tx, bySystem(now), action, 'submission', clip.submission_id, {
    views: clip.views,
    eligibleViews: clip.eligible_views,
  });
}

/** Returns counts as table columns. null means that the platform does not state the count, never 0. */
export const countColumns = ({ views, likes, comments, shares }: Reading) => ({
  views: BigInt(views),
  likes: big(likes),
  comments: big(comments),
  shares: big(shares),
});

const big = (value: number | null): bigint | null => (value === null ? null : BigInt(value));
