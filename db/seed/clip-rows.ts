import { type Insertable, sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { RejectReason } from '#contract/submissions/reject-reasons.ts';
import type { ClipTracking, Submissions } from '#db/types.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { nextPollAt } from '#server/modules/tracking/tracking.ts';
import type { CurvePoint } from './demo-growth.ts';
import type { DemoPlatform } from './demo-listings.ts';

const SOURCES = {
  tiktok: ['tiktok.video.query', 'tiktok.view_count@2026-11'],
  youtube: ['youtube.videos.list', 'youtube.viewCount@2026-08'],
  instagram: ['instagram.insights', 'instagram.views@2026-06'],
} as const;

export type Count = CurvePoint & { fetchedAt: Date };

export type Decision =
  | { kind: 'approved'; at: Date; by: UserId; trackingUntil: Date }
  | { kind: 'rejected'; at: Date; by: UserId; reason: RejectReason; note: string | null };

/** A clip of the demo, with its counts. */
export interface SeededClip {
  id: string;
  listingId: string;
  clipperId: AccountId;
  connectionId: string;
  platform: DemoPlatform;
  postId: string;
  url: string;
  caption: string;
  postedAt: Date;
  submittedAt: Date;
  durationSeconds: number;
  reportedViews: number;
  posterMediaId: string;
  decideBy: Date;
  /** When the clip's first verdict started the decision time; absent before that. */
  decisionStartedAt?: Date;
  /** The host's decision; null while the clip waits for one. */
  decision: Decision | null;
  counts: Count[];
}

/** Inserts clips with their posters, counts and schedule. Each table takes one statement. */
export async function insertClips(
  tx: Tx,
  clips: SeededClip[],
  known: { at: Date; now: Date },
): Promise<void> {
  await tx.insertInto('submissions').values(clips.map(submissionOf)).execute();
  await tx
    .insertInto('clip_posters')
    .values(clips.map(({ id, posterMediaId }) => ({ submission_id: id, media_id: posterMediaId })))
    .execute();
  await tx
    .insertInto('clip_tracking')
    .values(clips.map((clip) => trackingOf(clip, known)))
    .execute();
  const earning = clips.filter(({ decision }) => decision?.kind !== 'rejected');
  const checked = { checked_at: known.now, next_check_at: after(known.now, DAY) };
  if (earning.length > 0)
    await tx
      .insertInto('caption_checks')
      .values(earning.map(({ id }) => ({ submission_id: id, ...checked })))
      .execute();
  await addSnapshots(tx, clips);
}

function submissionOf(clip: SeededClip): Insertable<Submissions> {
  const { decision } = clip;
  return {
    id: clip.id,
    listing_id: clip.listingId,
    listing_version: 1,
    clipper_id: clip.clipperId,
    connection_id: clip.connectionId,
    platform: clip.platform,
    post_id: clip.postId,
    url: clip.url,
    caption: clip.caption,
    posted_at: clip.postedAt,
    duration_seconds: clip.durationSeconds,
    reported_views: BigInt(clip.reportedViews),
    submitted_at: clip.submittedAt,
    decide_by: clip.decideBy,
    decision_started_at: clip.decisionStartedAt ?? decision?.at ?? null,
    ...(decision && { status: decision.kind, decided_at: decision.at, decision_by: decision.by }),
    ...(decision?.kind === 'approved' && {
      approved_at: decision.at,
      approved_how: 'host' as const,
      tracking_until: decision.trackingUntil,
    }),
    ...(decision?.kind === 'rejected' && { reject_reason: decision.reason, reject_note: decision.note }),
  };
}

/** Returns the last count that was known at a moment. */
export const lastCountAt = ({ counts }: Pick<SeededClip, 'counts'>, at: Date): Count =>
  counts.findLast(({ fetchedAt }) => fetchedAt <= at) ?? counts[0]!;

function trackingOf(clip: SeededClip, { at, now }: { at: Date; now: Date }): Insertable<ClipTracking> {
  const { decision } = clip;
  const last = lastCountAt(clip, at);
  const isOver = decision?.kind === 'rejected';
  const until = decision?.kind === 'approved' ? decision.trackingUntil : null;
  return {
    submission_id: clip.id,
    listing_id: clip.listingId,
    clipper_id: clip.clipperId,
    connection_id: clip.connectionId,
    platform: clip.platform,
    post_id: clip.postId,
    posted_at: clip.postedAt,
    state: isOver ? 'stopped' : 'polling',
    next_poll_at: isOver ? null : nextPollAt(clip.postedAt, now, null, until),
    snapshot_count: clip.counts.length,
    first_fetched_at: clip.counts[0]!.fetchedAt,
    last_fetched_at: last.fetchedAt,
    views: BigInt(last.views),
    likes: BigInt(last.likes),
    comments: BigInt(last.comments),
    shares: BigInt(last.shares),
    eligible_views: BigInt(lastCountAt(clip, until && until < at ? until : at).views),
    // The demo's history includes payouts, so its views count as proven.
    proven_views: BigInt(last.views),
  };
}

/** Updates clips to a later moment. */
export async function countTo(tx: Tx, clips: SeededClip[], at: Date): Promise<void> {
  const rows = clips.map((clip) => {
    const until = clip.decision?.kind === 'approved' ? clip.decision.trackingUntil : at;
    return {
      id: clip.id,
      last: lastCountAt(clip, at),
      paid: lastCountAt(clip, until < at ? until : at).views,
    };
  });
  const column = <T>(value: (row: (typeof rows)[number]) => T): T[] => rows.map(value);
  await sql`
    update clip_tracking t set views = r.views, likes = r.likes, comments = r.comments, shares = r.shares,
      eligible_views = r.paid - t.excluded_views, last_fetched_at = r.fetched_at,
      proven_views = greatest(t.proven_views, r.views)
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ last }) => last.views)}::bigint[],
      ${column(({ last }) => last.likes)}::bigint[], ${column(({ last }) => last.comments)}::bigint[],
      ${column(({ last }) => last.shares)}::bigint[], ${column(({ paid }) => paid)}::bigint[],
      ${column(({ last }) => last.fetchedAt.toISOString())}::timestamptz[])
      as r (id, views, likes, comments, shares, paid, fetched_at)
    where t.submission_id = r.id and t.state = 'polling'`.execute(tx);
}

/**
 * Inserts thousands of rows from one array per column, which is much less work than a parameter per value.
 */
async function addSnapshots(tx: Tx, clips: SeededClip[]): Promise<void> {
  const rows = clips.flatMap((clip) => clip.counts.map((count) => ({ clip, count })));
  const column = <T>(value: (row: (typeof rows)[number]) => T): T[] => rows.map(value);
  await sql`
    insert into view_snapshots (submission_id, fetched_at, views, likes, comments, shares, source, counting_rule)
    select * from unnest(
      ${column(({ clip }) => clip.id)}::uuid[],
      ${column(({ count }) => count.fetchedAt.toISOString())}::timestamptz[],
      ${column(({ count }) => count.views)}::bigint[],
      ${column(({ count }) => count.likes)}::bigint[],
      ${column(({ count }) => count.comments)}::bigint[],
      ${column(({ count }) => count.shares)}::bigint[],
      ${column(({ clip }) => SOURCES[clip.platform][0])}::text[],
      ${column(({ clip }) => SOURCES[clip.platform][1])}::text[])`.execute(tx);
}
