import type { Tx } from '#server/infra/transaction.ts';
import { nextPollAt } from './schedule.ts';
import type { ViewCount } from './view-reader.ts';

interface TrackedClip {
  submissionId: string;
  listingId: string;
  clipperId: string;
  connectionId: string;
  platform: string;
  postId: string;
  postedAt: Date;
}

/** Starts counting a submitted clip, with the counts read at submission as its baseline. */
export async function startTracking(
  tx: Tx,
  clip: TrackedClip,
  baseline: ViewCount,
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
      posted_at: clip.postedAt,
      state: 'polling',
      next_poll_at: nextPollAt(clip.postedAt, now, null),
      snapshot_count: 1,
      first_fetched_at: now,
      last_fetched_at: now,
      views: BigInt(baseline.views),
      likes: big(baseline.likes),
      comments: big(baseline.comments),
      shares: big(baseline.shares),
      eligible_views: BigInt(baseline.views),
    })
    .execute();
  await tx
    .insertInto('view_snapshots')
    .values({
      submission_id: clip.submissionId,
      fetched_at: now,
      views: BigInt(baseline.views),
      likes: big(baseline.likes),
      comments: big(baseline.comments),
      shares: big(baseline.shares),
      source: baseline.source,
      counting_rule: baseline.countingRule,
    })
    .execute();
}

/** Stops counting clips that were rejected or withdrawn; what was counted stays with them. */
export async function stopTracking(tx: Tx, submissionIds: string[]): Promise<void> {
  if (submissionIds.length === 0) return;
  await tx
    .updateTable('clip_tracking')
    .set({ state: 'stopped', next_poll_at: null })
    .where('submission_id', 'in', submissionIds)
    .where('state', '=', 'polling')
    .execute();
}

const big = (value: number | null): bigint | null => (value === null ? null : BigInt(value));
