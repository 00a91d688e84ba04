import type { UserId } from '#contract/accounts/ids.ts';
import { DECISION_HOURS, RECHECK_HOURS } from '#contract/limits.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { nextPollAt } from '#server/modules/tracking/tracking.ts';
import type { Growth } from '#simulator/growth/growth.ts';
import { growthOfScenario } from '#simulator/growth/scenarios.ts';
import type { Count, Decision, SeededClip } from '../clip-rows.ts';
import type { DemoPeople } from '../demo-people.ts';
import type { DemoWorld } from '../demo-world.ts';
import { personOf } from '../person-of.ts';
import type { Crowd } from './crowd-people.ts';
import { CROWD_TRACKING_DAYS, type CrowdClip, type PlannedListing } from './crowd-plan.ts';
import { ageAt, drawCurve, growthOf } from './curves.ts';

/** Creates a planned clip's post at the simulator, and all its counts until now. */
export async function postClip(
  { simulator }: DemoWorld,
  {
    crowd,
    people,
    listingIds,
  }: { crowd: Crowd; people: DemoPeople; listingIds: Map<PlannedListing, string> },
  plan: CrowdClip,
  now: Date,
): Promise<SeededClip> {
  const { listing, drawn, caption, postedAt, submittedAt } = plan;
  const clipperId = crowd.clippers[plan.clipper]!;
  const connection = crowd.connections[`${clipperId} ${drawn.platform}`]!;
  const curve = plan.isFixed ? drawCurve(drawn) : null;
  const growth = curve ? growthOf(curve) : growthOfScenario({ ...drawn, postedAt });
  const made = await simulator.createPost({
    ...(curve ? { platform: drawn.platform, curve } : drawn),
    handle: connection.handle,
    film: listing.film,
    caption,
    postedAt,
  });
  const rules = listing.spec.rules;
  const trackingDays = rules?.trackingDays ?? CROWD_TRACKING_DAYS;
  const decision = decisionOf(plan, personOf(crowd.hosts[listing.host]!), trackingDays);
  const counts = countUntil(plan, decision, growth, now);
  // A verdict needs a day of counts, and the host's decision time begins with the verdict.
  const startedAt = plan.decision ? null : after(submittedAt, DECISION_HOURS * HOUR);
  return {
    id: newId(submittedAt.getTime()),
    listingId: listingIds.get(listing)!,
    clipperId,
    connectionId: connection.id,
    platform: drawn.platform,
    postId: made.id,
    url: made.url,
    durationSeconds: made.durationSeconds,
    posterMediaId: await people.posterOf(people.hostId, made.posterUrl),
    reportedViews: Math.round(counts[0]!.views / 10) * 10,
    ...{ caption, postedAt, submittedAt, decision, counts },
    ...(startedAt && { decisionStartedAt: startedAt }),
    decideBy: after(startedAt ?? submittedAt, (rules?.decisionHours ?? DECISION_HOURS) * HOUR),
  };
}

function decisionOf({ decision }: CrowdClip, by: UserId, trackingDays: number): Decision | null {
  if (!decision) return null;
  const { at } = decision;
  if (decision.kind === 'rejected') return { kind: 'rejected', at, by, reason: decision.reason, note: null };
  return { kind: 'approved', at, by, trackingUntil: after(at, trackingDays * DAY) };
}

/**
 * Returns when counting ends by the product's schedule: at the rejection, at the recheck after the window, or
 * now.
 */
function countUntil(
  { postedAt, submittedAt }: CrowdClip,
  decision: Decision | null,
  growth: Growth,
  now: Date,
): Count[] {
  const window = decision?.kind === 'approved' ? decision.trackingUntil : null;
  const end =
    decision?.kind === 'rejected' ? decision.at : window ? after(window, RECHECK_HOURS * HOUR) : now;
  const until = end < now ? end : now;
  const counts: Count[] = [];
  for (let at = submittedAt; at <= until; at = nextPollAt(postedAt, at, null, window)) {
    const hours = ageAt(postedAt, at);
    counts.push({ fetchedAt: at, hours, ...growth(hours) });
  }
  return counts;
}
