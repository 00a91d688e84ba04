import { DECISION_HOURS } from '#contract/limits.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { scoreClips } from '#server/modules/scoring/scoring.ts';
import { insertClips, type SeededClip } from './clip-rows.ts';
import { type CurvePoint, growthTo, momentsToCount } from './demo-growth.ts';
import { DEMO_DECISION_HOURS, demoListings } from './demo-listings.ts';
import type { DemoPeople } from './demo-people.ts';
import type { PlannedClip } from './demo-plan.ts';
import type { DemoWorld } from './demo-world.ts';
import { personOf } from './person-of.ts';

const TRACKING_DAYS = 60;

/**
 * Adds clips with their counts, and their posts at the simulator, whose counts remain constant afterwards.
 */
export async function addClips(
  world: DemoWorld,
  people: DemoPeople,
  listingIds: string[],
  clips: PlannedClip[],
  now: Date,
): Promise<void> {
  const posted = await Promise.all(clips.map((clip) => publish(world, people, listingIds, clip)));
  await transact(world.db, async (tx) => {
    await insertClips(tx, posted, { at: now, now });
    await scoreClips(
      tx,
      posted.map((clip) => clip.id),
      // `now` includes all counts of the history, the last of which is today's.
      now,
    );
  });
}

async function publish(
  { simulator }: DemoWorld,
  people: DemoPeople,
  listingIds: string[],
  plan: PlannedClip,
): Promise<SeededClip> {
  const { platform, caption, postedAt, submittedAt, approvedAt, reportedViews } = plan;
  const clipperId = plan.clipper === null ? people.clipperId : people.others[plan.clipper]!;
  const connection = people.connections[`${clipperId} ${platform}`]!;
  const hours = (plan.countedAt.getTime() - postedAt.getTime()) / HOUR;
  const curve = growthTo(platform, plan.views, hours);
  const made = await simulator.createPost({
    platform,
    handle: connection.handle,
    curve,
    film: demoListings[plan.listing]!.film,
    caption,
    postedAt,
  });
  return {
    id: newId(submittedAt.getTime()),
    listingId: listingIds[plan.listing]!,
    clipperId,
    connectionId: connection.id,
    postId: made.id,
    url: made.url,
    durationSeconds: made.durationSeconds,
    // Clippers who never sign in don't see their posters, so one copy of the host's serves all their clips.
    posterMediaId: await people.posterOf(plan.clipper === null ? clipperId : people.hostId, made.posterUrl),
    ...{ platform, caption, postedAt, submittedAt, reportedViews },
    decideBy: after(submittedAt, (DECISION_HOURS + DEMO_DECISION_HOURS) * HOUR),
    decision: approvedAt && {
      kind: 'approved',
      at: approvedAt,
      by: personOf(people.hostId),
      trackingUntil: after(approvedAt, TRACKING_DAYS * DAY),
    },
    // A clip is counted from its submission to its approval, or until now while it waits.
    counts: momentsToCount(plan).map(({ fetchedAt, hours: age }) => ({ fetchedAt, ...valueAt(curve, age) })),
  };
}

/** Returns the curve's counts at an age, interpolated between its points. */
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
