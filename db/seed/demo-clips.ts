import { type Insertable, sql } from 'kysely';
import type { ClipTracking, Submissions } from '#db/types.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Tx, transact } from '#server/infra/transaction.ts';
import { scoreClips } from '#server/modules/scoring/scoring.ts';
import { nextPollAt } from '#server/modules/tracking/tracking.ts';
import { type CurvePoint, growthTo, momentsToCount } from './demo-growth.ts';
import type { DemoPeople } from './demo-people.ts';
import type { PlannedClip } from './demo-plan.ts';
import type { DemoWorld } from './demo-world.ts';

const TRACKING_DAYS = 60;
const SOURCES = {
  tiktok: ['tiktok.video.query', 'tiktok.view_count@2026-11'],
  youtube: ['youtube.videos.list', 'youtube.viewCount@2026-08'],
  instagram: ['instagram.insights', 'instagram.views@2026-06'],
} as const;

/** Adds clips with what was counted of them, and their posts to the simulator, whose counts stay as they are then. */
export async function addClips(
  world: DemoWorld,
  people: DemoPeople,
  listingIds: string[],
  clips: PlannedClip[],
  moment: { at: Date; now: Date },
): Promise<void> {
  const posted = await Promise.all(clips.map((clip) => publish(world, people, listingIds, clip)));
  await transact(world.db, async (tx) => {
    await tx
      .insertInto('submissions')
      .values(posted.map((clip) => submissionOf(people, clip)))
      .execute();
    await tx
      .insertInto('clip_posters')
      .values(posted.map(({ id, posterMediaId }) => ({ submission_id: id, media_id: posterMediaId })))
      .execute();
    const counted = posted.map((clip) => ({ ...clip, counts: countsOf(clip) }));
    await tx
      .insertInto('clip_tracking')
      .values(counted.map((clip) => trackingOf(clip, moment.now)))
      .execute();
    await addSnapshots(tx, counted);
    await scoreClips(
      tx,
      posted.map((clip) => clip.id),
      moment.at,
    );
  });
}

interface PostedClip {
  id: string;
  plan: PlannedClip;
  listingId: string;
  clipperId: string;
  connection: { id: string; handle: string };
  postId: string;
  url: string;
  durationSeconds: number;
  posterMediaId: string;
  curve: CurvePoint[];
}

async function publish(
  { simulator }: DemoWorld,
  people: DemoPeople,
  listingIds: string[],
  plan: PlannedClip,
): Promise<PostedClip> {
  const clipperId = plan.clipper === null ? people.clipperId : people.others[plan.clipper]!;
  const connection = people.connections[`${clipperId} ${plan.platform}`]!;
  const hours = (plan.countedAt.getTime() - plan.postedAt.getTime()) / HOUR;
  const curve = growthTo(plan.platform, plan.views, hours);
  const { platform, caption, postedAt } = plan;
  const made = await simulator.createPost({
    platform,
    handle: connection.handle,
    curve,
    caption,
    postedAt,
  });
  return {
    id: newId(plan.submittedAt.getTime()),
    plan,
    listingId: listingIds[plan.listing]!,
    clipperId,
    connection,
    postId: made.id,
    url: made.url,
    durationSeconds: made.durationSeconds,
    // Clippers who never sign in look at none: the host's is enough for all of theirs.
    posterMediaId: await people.posterOf(plan.clipper === null ? clipperId : people.hostId, made.posterUrl),
    curve,
  };
}

function submissionOf(people: DemoPeople, clip: PostedClip): Insertable<Submissions> {
  const { plan, id } = clip;
  return {
    id,
    listing_id: clip.listingId,
    listing_version: 1,
    clipper_id: clip.clipperId,
    connection_id: clip.connection.id,
    platform: plan.platform,
    post_id: clip.postId,
    url: clip.url,
    caption: plan.caption,
    posted_at: plan.postedAt,
    duration_seconds: clip.durationSeconds,
    reported_views: BigInt(plan.reportedViews),
    submitted_at: plan.submittedAt,
    decide_by: after(plan.submittedAt, 2 * DAY),
    ...(plan.approvedAt && {
      status: 'approved' as const,
      approved_at: plan.approvedAt,
      decided_at: plan.approvedAt,
      approved_how: 'host' as const,
      decision_by: people.hostId,
      decision_started_at: plan.approvedAt,
      tracking_until: after(plan.approvedAt, TRACKING_DAYS * DAY),
    }),
  };
}

type Count = CurvePoint & { fetchedAt: Date };
type CountedClip = PostedClip & { counts: Count[] };

/** Counts were read from the submission to the approval, or to now for a clip that waits. */
const countsOf = ({ plan, curve }: PostedClip): Count[] =>
  momentsToCount(plan).map(({ fetchedAt, hours }) => ({ fetchedAt, ...valueAt(curve, hours) }));

function trackingOf(clip: CountedClip, now: Date): Insertable<ClipTracking> {
  const { plan, counts } = clip;
  const last = counts.at(-1)!;
  return {
    submission_id: clip.id,
    listing_id: clip.listingId,
    clipper_id: clip.clipperId,
    connection_id: clip.connection.id,
    platform: plan.platform,
    post_id: clip.postId,
    posted_at: plan.postedAt,
    state: 'polling',
    next_poll_at: nextPollAt(plan.postedAt, now, null),
    snapshot_count: counts.length,
    first_fetched_at: counts[0]!.fetchedAt,
    last_fetched_at: last.fetchedAt,
    views: BigInt(last.views),
    likes: BigInt(last.likes),
    comments: BigInt(last.comments),
    shares: BigInt(last.shares),
    eligible_views: BigInt(last.views),
  };
}

/** Thousands of rows: as one array per column, which is far less work than a parameter for each value. */
async function addSnapshots(tx: Tx, clips: CountedClip[]): Promise<void> {
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
      ${column(({ clip }) => SOURCES[clip.plan.platform][0])}::text[],
      ${column(({ clip }) => SOURCES[clip.plan.platform][1])}::text[])`.execute(tx);
}

/** The curve's counts at an age, between its points in proportion. */
function valueAt(curve: CurvePoint[], hours: number): CurvePoint {
  const next = curve.findIndex((point) => point.hours >= hours);
  if (next <= 0) return next === 0 ? curve[0]! : curve.at(-1)!;
  const [a, b] = [curve[next - 1]!, curve[next]!];
  const share = (hours - a.hours) / (b.hours - a.hours);
  const between = (from: number, to: number): number => Math.round(from + (to - from) * share);
  return {
    hours,
    views: between(a.views, b.views),
    likes: between(a.likes, b.likes),
    comments: between(a.comments, b.comments),
    shares: between(a.shares, b.shares),
  };
}
