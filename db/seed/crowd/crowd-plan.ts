import type { RejectReason } from '#contract/submissions/reject-reasons.ts';
import { after, DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import type { Film } from '#simulator/videos.ts';
import { captions, type DemoPlatform } from '../demo-listings.ts';
import { crowdClippers } from './clippers.ts';
import type { CrowdHost, CrowdListing } from './crowd-listing.ts';
import type { Drawn } from './curves.ts';
import { lifeHosts } from './hosts-life.ts';
import { playHosts } from './hosts-play.ts';
import { soundHosts } from './hosts-sound.ts';

export const crowdHosts: CrowdHost[] = [...playHosts, ...lifeHosts, ...soundHosts];

export interface PlannedListing {
  host: string;
  film: Film;
  spec: CrowdListing;
  postedAt: Date;
  endedAt: Date | null;
}

export interface CrowdClip {
  listing: PlannedListing;
  clipper: string;
  caption: string;
  postedAt: Date;
  submittedAt: Date;
  drawn: Drawn;
  /**
   * Whether the post grows as if posted in the evening, whenever the demo is started, so that its score and
   * speed are known.
   */
  isFixed: boolean;
  decision: { kind: 'approved'; at: Date } | { kind: 'rejected'; at: Date; reason: RejectReason } | null;
}

/**
 * Days for which a clip's views are paid, unless its listing says otherwise. The number is small, so that
 * most of the demo's clips are counted to the end.
 */
export const CROWD_TRACKING_DAYS = 7;

const BUSY = 8;

/** Whether the clipper with this number posts on a platform; some post on more than one. */
export const isOn = (nth: number, platform: DemoPlatform): boolean =>
  platform === 'tiktok' || nth % 3 === (platform === 'youtube' ? 0 : 1);

/**
 * Clips that wait for a decision and are old enough for a verdict, in ascending order of their scores.
 */
const waiting: [title: string, drawn: Drawn, hoursAgo: number][] = [
  ['Five days above the tree line', { scenario: 'organic', platform: 'tiktok', seed: 1, views: 9_700 }, 77],
  [
    'Night race at the old circuit',
    { scenario: 'slow-burner', platform: 'youtube', seed: 6, views: 13_200 },
    76,
  ],
  ['A song in one hour', { scenario: 'second-wave', platform: 'tiktok', seed: 23, views: 25_100 }, 79],
  ['Street tacos, one pan', { scenario: 'second-wave', platform: 'tiktok', seed: 22, views: 24_400 }, 76],
  ['Sub-40 or bust', { scenario: 'organic', platform: 'tiktok', seed: 2, views: 10_400 }, 80],
  ['Restoring a 1970s radio', { scenario: 'slow-burner', platform: 'youtube', seed: 15, views: 19_500 }, 79],
  ['Live set, small room', { scenario: 'mixed', platform: 'tiktok', seed: 17, views: 20_900 }, 77],
  [
    'Cooking for thirty on a boat',
    { scenario: 'drip-likes', platform: 'tiktok', seed: 6, views: 13_200 },
    29,
  ],
  [
    'Harbour Talk 120: leaving the city',
    { scenario: 'cap-ring', platform: 'youtube', seed: 1, views: 9_700 },
    32,
  ],
];

/** Title of the listing whose waiting clips spend the remaining budget within hours. */
const EXHAUSTING = 'Sampling a broken piano';

const rejected: [title: string, reason: RejectReason, daysAgo: number][] = [
  ['Couch co-op Friday: the haunted lighthouse', 'wrong_content', 2],
  ['Sub-40 or bust', 'missing_disclosure', 5],
  ['Endgames explained over coffee', 'duplicate', 6],
  ['Ice swimming, first winter', 'outside_window', 9],
  ['Live set, small room', 'wrong_content', 4],
  ['A workbench from scrap oak', 'suspected_fake_views', 3],
];

/** Plans listings and clips of everybody except the demo accounts, up to a moment. */
export function planCrowd(now: Date, spread: boolean): { listings: PlannedListing[]; clips: CrowdClip[] } {
  const listings = crowdHosts.flatMap((host) =>
    host.listings.map((spec): PlannedListing => {
      const endedDaysAgo = typeof spec.state === 'object' ? spec.state.endedDaysAgo : null;
      return {
        host: host.username,
        film: spec.film ?? host.film,
        spec,
        postedAt: after(now, -spec.age * DAY),
        endedAt: endedDaysAgo === null ? null : after(now, -endedDaysAgo * DAY),
      };
    }),
  );
  const titled = (title: string) => listings.find(({ spec }) => spec.title === title)!;
  const clips = [
    ...listings.flatMap((listing, nth) => planApproved(listing, nth, now)),
    ...waiting.map(([title, drawn, hoursAgo], nth): CrowdClip => {
      const postedAt = after(now, -(hoursAgo + 1) * HOUR);
      const clip = clipOf(titled(title), nth, postedAt, drawn, true);
      return { ...clip, caption: `Part two: ${clip.caption}`, isFixed: true, decision: null };
    }),
    ...rejected.map(([title, reason, daysAgo], nth): CrowdClip => {
      const postedAt = after(now, -(daysAgo + 1) * DAY);
      const drawn: Drawn = {
        scenario: 'organic',
        platform: 'tiktok',
        seed: 300 + nth,
        views: 2_000 + nth * 900,
      };
      const at = after(now, -daysAgo * DAY);
      const clip = clipOf(titled(title), nth + 11, postedAt, drawn, false);
      const long = `The long version: ${clip.caption}`;
      const caption = reason === 'missing_disclosure' ? long.replace(' #ad', '') : long;
      return { ...clip, caption, decision: { kind: 'rejected', at, reason } };
    }),
  ];
  return { listings, clips: spread ? clips.map(spreadOut) : clips };
}

/** Shifts each clip to another minute, so that counts arrive every few minutes. */
function spreadOut(clip: CrowdClip, nth: number): CrowdClip {
  const minutes = (nth * 23) % 60;
  return {
    ...clip,
    postedAt: after(clip.postedAt, -minutes * MINUTE),
    submittedAt: after(clip.submittedAt, -minutes * MINUTE),
  };
}

/** Returns the share of its final views that a post has at this age. */
const shareBy = (hours: number): number => 0.97 * (1 - Math.exp(-hours / 55));

function planApproved(listing: PlannedListing, nth: number, now: Date): CrowdClip[] {
  const { spec, postedAt: opened, endedAt } = listing;
  const { decidesInHours } = crowdHosts.find(({ username }) => username === listing.host)!;
  const room = ((endedAt ?? now).getTime() - opened.getTime()) / HOUR - decidesInHours - 6;
  const wanted = (spec.spent * spec.budgetDollars * 100_000) / spec.rateCentsPerMille;
  return Array.from({ length: spec.clips }, (_, i) => {
    const hoursIn = Math.floor((room * (i * 2 + 1)) / (spec.clips * 2)) + 1;
    const postedAt = after(opened, hoursIn * HOUR);
    const until = endedAt ?? now;
    const part = (3 + ((nth + i * 2) % 4)) / spec.clips / 4.5;
    const views = Math.round((wanted * part) / shareBy((until.getTime() - postedAt.getTime()) / HOUR));
    const platform = spec.platforms[(nth + i) % spec.platforms.length]!;
    const drawn: Drawn = {
      scenario: (['organic', 'organic', 'second-wave', 'organic', 'slow-burner'] as const)[
        (nth * 3 + i) % 5
      ]!,
      platform,
      seed: 1_000 + nth * 10 + i,
      views: Math.max(600, views),
    };
    const clip = clipOf(listing, nth * 3 + i * 7, postedAt, drawn, postedAt > after(now, -12 * DAY));
    // Decisions are at whole hours, like all moments of the crowd, so that a moved clock has few moments to
    // stop at.
    const at = after(clip.submittedAt, (decidesInHours + ((nth + i) % 3)) * HOUR);
    return { ...clip, isFixed: spec.title === EXHAUSTING, decision: { kind: 'approved', at } };
  });
}

export function clipOf(
  listing: PlannedListing,
  nth: number,
  postedAt: Date,
  drawn: Drawn,
  isRecent: boolean,
): Omit<CrowdClip, 'decision'> {
  // Recent clips belong to a few busy people, because one platform call serves all posts of an account.
  const known = isRecent ? crowdClippers.slice(0, BUSY) : crowdClippers;
  const able = known.filter((_, i) => isOn(i, drawn.platform));
  const tags = listing.spec.rules?.requiredTags ?? [];
  return {
    listing,
    clipper: able[nth % able.length]!,
    caption: [captions[nth % captions.length]!, ...tags].join(' '),
    postedAt,
    submittedAt: after(postedAt, HOUR),
    drawn,
    isFixed: false,
  };
}
