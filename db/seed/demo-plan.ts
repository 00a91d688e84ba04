import { PENDING_HOURS } from '#contract/platforms/platform-texts.ts';
import { DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import type { DemoPlatform } from './demo-listings.ts';
import {
  captions,
  type DemoListing,
  demoDepositCents,
  demoListings,
  type Mark,
  otherClippers,
} from './demo-listings.ts';

export interface PlannedClip {
  /** The clipper's username; null for the demo clipper. */
  clipper: string | null;
  listing: number;
  platform: DemoPlatform;
  caption: string;
  views: number;
  postedAt: Date;
  submittedAt: Date;
  /** When the clip was approved; null while it waits for a decision. */
  approvedAt: Date | null;
  /** The moment of the counts that are paid. */
  countedAt: Date;
  reportedViews: number;
}

/** An event of the history, in order of time. */
export type Step =
  | { at: Date; do: 'deposit'; cents: number }
  | { at: Date; do: 'post'; listing: number }
  | { at: Date; do: 'clips'; clips: PlannedClip[] }
  | { at: Date; do: 'release' }
  /** True for the newest run: its payouts are still on their way and not late. */
  | { at: Date; do: 'weekly-run'; stays: boolean }
  | { at: Date; do: 'pick-up' }
  | { at: Date; do: 'mark-paid' }
  /** The last paid payout is returned. */
  | { at: Date; do: 'return' }
  | { at: Date; do: 'change-address'; usableAt: Date }
  | { at: Date; do: 'withdraw'; cents: number };

const WEEK = 7 * DAY;
const COMES_BACK_AFTER = DAY;
/**
 * The time since the withdrawal. It happens when the new address can be used, a day after it was set, so that
 * no weekly run pays first.
 */
const WITHDRAWN_BEFORE = 2 * HOUR;
const ADDRESS_CHANGED_BEFORE = DAY + WITHDRAWN_BEFORE;
/** The moment from which weekly runs are counted, a Monday at 09:00 UTC. */
const RUN_EPOCH = Date.UTC(2024, 0, 1, 9);
/** Earnings this long before a run are no longer pending at the run, on any platform. */
const EARNED_BEFORE_RUN = 3 * DAY;

const firstRunFrom = (moment: number): number => RUN_EPOCH + Math.ceil((moment - RUN_EPOCH) / WEEK) * WEEK;
export const lastRunUntil = (moment: number): number =>
  RUN_EPOCH + Math.floor((moment - RUN_EPOCH) / WEEK) * WEEK;

/**
 * Returns the dates on which the demo's figures depend: the month's start, and the first run that pays the
 * money released before it.
 */
function anchors(now: number): { monthStart: number; run: number } {
  const date = new Date(now);
  const monthStart = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  return { monthStart, run: firstRunFrom(monthStart - 12 * HOUR) };
}

/** Returns when the clips of a mark earn. `nth` spreads this month's clips over its days so far. */
function earnedAt(mark: Mark, nth: number, now: number): number {
  const { monthStart, run } = anchors(now);
  if (mark === 'b') return monthStart - 36 * HOUR;
  if (mark !== 'c') return run - (7 - mark) * WEEK - EARNED_BEFORE_RUN;
  const from = Math.max(monthStart, lastRunUntil(now) - DAY);
  return from + Math.floor(((now - from) * (nth + 1)) / 4);
}

/** Plans the history of the demo accounts up to a moment at which every figure of the demo is exact. */
export function planDemo(now: Date): Step[] {
  const nowMs = now.getTime();
  const { monthStart, run } = anchors(nowMs);
  const opening = run - 6 * WEEK - EARNED_BEFORE_RUN - 16 * DAY;
  const clips = [...planOwn(nowMs), ...planOthers(nowMs)];
  const hasComeBack = nowMs >= run + COMES_BACK_AFTER + ADDRESS_CHANGED_BEFORE;
  const steps: Step[] = [
    ...demoDepositCents.map((cents, i): Step => ({ at: new Date(opening + i * DAY), do: 'deposit', cents })),
    ...demoListings.map(
      (_, i): Step => ({ at: new Date(opening + 3 * DAY + i * 3 * HOUR), do: 'post', listing: i }),
    ),
    ...groupByMoment(clips),
    ...clips.filter(isOwnApproved).map(
      ({ countedAt, platform }): Step => ({
        at: new Date(countedAt.getTime() + PENDING_HOURS[platform] * HOUR),
        do: 'release',
      }),
    ),
    ...(hasComeBack ? planReturn(run, nowMs) : []),
    ...runsUntil(run - 6 * WEEK, nowMs).flatMap((at): Step[] => [
      { at: new Date(at - MINUTE), do: 'release' },
      { at: new Date(at), do: 'weekly-run', stays: at > run - WEEK && !hasComeBack },
      { at: new Date(Math.min(at + 2 * HOUR, nowMs)), do: 'pick-up' },
    ]),
    ...runsUntil(run - 6 * WEEK, hasComeBack ? run : run - WEEK).map(
      (at): Step => ({ at: new Date(at + 4 * HOUR), do: 'mark-paid' }),
    ),
    { at: new Date(Math.min(monthStart - 12 * HOUR, nowMs)), do: 'release' },
    { at: now, do: 'release' },
  ];
  return steps.filter((step) => step.at <= now).sort((a, b) => a.at.getTime() - b.at.getTime());
}

const isOwnApproved = ({ clipper, approvedAt }: PlannedClip): boolean =>
  clipper === null && approvedAt !== null;

/**
 * Plans that the run's payout is returned a day later, that the clipper changed the address yesterday, and
 * withdrew two hours ago.
 */
function planReturn(run: number, now: number): Step[] {
  return [
    { at: new Date(run + COMES_BACK_AFTER), do: 'return' },
    {
      at: new Date(now - ADDRESS_CHANGED_BEFORE),
      do: 'change-address',
      usableAt: new Date(now - ADDRESS_CHANGED_BEFORE + DAY),
    },
    { at: new Date(now - WITHDRAWN_BEFORE), do: 'withdraw', cents: 2_610 },
    { at: new Date(now - HOUR), do: 'pick-up' },
  ];
}

function runsUntil(first: number, until: number): number[] {
  const runs: number[] = [];
  for (let at = first; at <= until; at += WEEK) runs.push(at);
  return runs;
}

/** Groups clips that earn at the same moment into one settlement. */
function groupByMoment(clips: PlannedClip[]): Step[] {
  const groups = new Map<number, PlannedClip[]>();
  for (const clip of clips) {
    const at = (clip.approvedAt ? clip.countedAt : clip.submittedAt).getTime();
    groups.set(at, [...(groups.get(at) ?? []), clip]);
  }
  return [...groups].map(([at, group]) => ({ at: new Date(at), do: 'clips', clips: group }));
}

function planOwn(now: number): PlannedClip[] {
  const ofMonth = demoListings.flatMap((listing) => listing.clips).filter(([, mark]) => mark === 'c');
  return demoListings.flatMap((listing, i) => [
    ...listing.clips.map((clip, n) => {
      const [views, mark] = clip;
      const at = earnedAt(mark, ofMonth.indexOf(clip), now);
      // A day before the month's last release: it releases only earnings that are pending for a day.
      const pendingHours = mark === 'b' ? 24 : 48;
      return planApproved({ listing: i, clipper: null, views, at, n: i + n, pendingHours });
    }),
    ...(listing.pendingViews ? [planPending(listing, i, now)] : []),
  ]);
}

function planApproved(clip: {
  listing: number;
  clipper: string | null;
  views: number;
  at: number;
  n: number;
  /** The most hours for which the earnings may be pending. */
  pendingHours: number;
}): PlannedClip {
  const { listing, clipper, views, at, n, pendingHours } = clip;
  const platforms = demoListings[listing]!.platforms.filter((one) => PENDING_HOURS[one] <= pendingHours);
  const postedAt = at - 4 * DAY + (n % 5) * HOUR;
  return {
    listing,
    clipper,
    views,
    platform: clipper ? 'tiktok' : platforms[n % platforms.length]!,
    // Captions differ between clippers: the demo clipper has at most five clips and a waiting one per
    // listing, the others have six.
    caption: captions[(clipper ? n + 6 : n) % captions.length]!,
    postedAt: new Date(postedAt),
    submittedAt: new Date(postedAt + HOUR),
    approvedAt: new Date(postedAt + (3 + (n % 5)) * HOUR),
    countedAt: new Date(at),
    reportedViews: Math.round(views / 100) * 100,
  };
}

function planPending(listing: DemoListing, index: number, now: number): PlannedClip {
  const views = listing.pendingViews!;
  const submittedAt = now - (2 + index) * HOUR;
  return {
    listing: index,
    clipper: null,
    views,
    platform: listing.platforms[0]!,
    caption: captions[(index + 5) % captions.length]!,
    postedAt: new Date(submittedAt - HOUR),
    submittedAt: new Date(submittedAt),
    approvedAt: null,
    countedAt: new Date(now),
    reportedViews: views,
  };
}

/** Plans other people's clips. Their views are split unevenly, and earned in the six paid weeks. */
function planOthers(now: number): PlannedClip[] {
  return demoListings.flatMap((listing, i) =>
    splitViews(listing.othersViews).map((views, n) =>
      planApproved({
        listing: i,
        clipper: otherClippers[(i + n) % otherClippers.length]!,
        views,
        // The clips are spread over the days before their run, so that charts have no single peak.
        at: earnedAt((((i + n) % 6) + 1) as Mark, 0, now) - ((i * 2 + n) % 5) * DAY,
        n: i + n,
        pendingHours: 24,
      }),
    ),
  );
}

/** Splits a number into uneven whole parts: about 25,000 views each, none under 2,000. */
export function splitViews(total: number): number[] {
  const count = Math.max(1, Math.min(otherClippers.length, Math.round(total / 25_000)));
  const weights = Array.from({ length: count }, (_, i) => 3 + ((i * 5) % 4));
  const sum = weights.reduce((a, b) => a + b, 0);
  const parts = weights.map((weight) => Math.floor((total * weight) / sum));
  parts[0]! += total - parts.reduce((a, b) => a + b, 0);
  return parts;
}
