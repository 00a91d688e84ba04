import { after, HOUR } from '#server/infra/clock.ts';
import { DEMO_DECISION_HOURS, demoListings } from '../demo-listings.ts';
import { type CrowdClip, clipOf, type PlannedListing } from './crowd-plan.ts';
import type { Drawn } from './curves.ts';

/**
 * Clips of the crowd on the demo host's listings, old enough for a verdict, in ascending order of their scores:
 * 1 to 64. The last one is held.
 */
const queue: [listing: number, drawn: Drawn, hoursAgo: number][] = [
  [2, { scenario: 'drip-likes', platform: 'youtube', seed: 102, views: 24_200 }, 34],
  [6, { scenario: 'drip-likes', platform: 'youtube', seed: 79, views: 26_100 }, 31],
  [1, { scenario: 'drip-likes', platform: 'tiktok', seed: 91, views: 36_900 }, 31],
  [4, { scenario: 'drip-likes', platform: 'tiktok', seed: 83, views: 29_700 }, 39],
  [3, { scenario: 'mixed', platform: 'youtube', seed: 5, views: 12_500 }, 38],
];

/** Plans the clips of the crowd that wait for the demo host, with the demo's listings by their number. */
export function planDemoQueue(now: Date): { listings: PlannedListing[]; clips: CrowdClip[] } {
  const listings = demoListings.map(
    ({ title, description, platforms, film, rateCentsPerMille, budgetDollars }): PlannedListing => ({
      host: 'marlow',
      film,
      spec: {
        ...{ title, about: description, platforms, rateCentsPerMille, budgetDollars },
        ...{ age: 40, clips: 0, spent: 0, rules: { decisionHours: DEMO_DECISION_HOURS } },
      },
      postedAt: after(now, -40 * 24 * HOUR),
      endedAt: null,
    }),
  );
  const clips = queue.map(([listing, drawn, hoursAgo], nth): CrowdClip => {
    const postedAt = after(now, -(hoursAgo + 1) * HOUR);
    const clip = clipOf(listings[listing]!, nth + 3, postedAt, drawn, true);
    return { ...clip, caption: `Part three: ${clip.caption}`, isFixed: true, decision: null };
  });
  return { listings, clips };
}
