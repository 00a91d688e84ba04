import type { DeclarationKind } from '#contract/declarations.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { ClipAnalytics } from './analytics.ts';

/** Counts that a platform showed at one moment. `null` = the platform does not state it, which is not 0. */
export type SnapshotReading = {
  views: number;
  likes: number | null;
  comments: number | null;
  shares: number | null;
} & ({ hours: number } | { fetchedAt: Date | string });

/** Another submission that uses the same post, or a post with the same picture and sound. */
export interface Duplicate {
  kind: 'same_post' | 'same_video';
  sameClipper: boolean;
  /** Similarity of the two videos, 0 to 1; 1 for the same post. */
  similarity: number;
}

/** A finding from comparing a clip with others (`find-cohorts.ts`). */
export interface CohortFinding {
  signal: 'uniform_like_rates' | 'synchronized_growth' | 'shared_identity' | 'stops_at_cap';
  /** Other clippers involved. */
  others: number;
  /** Number of matches among `total`. */
  hits: number;
  total: number;
  value: number;
}

/** A declaration of the clip's host or clipper (`server/modules/declarations`). */
export interface Declared {
  kind: DeclarationKind;
  by: 'host' | 'clipper';
  /** The stated time of a share, or the time since which comments are closed. */
  at: Date | string;
  declaredAt: Date | string;
}

/** The data from which one clip is scored. */
export interface ClipHistory {
  platform: PostPlatform;
  postedAt: Date | string;
  followers: number | null;
  listingStartsAt?: Date | string | null;
  /** The views that the clipper reported. */
  reportedViews?: number | null;
  duplicateOf?: readonly Duplicate[];
  /** Findings from comparing the clip with other clips. */
  cohort?: readonly CohortFinding[];
  declared?: readonly Declared[];
  /** Figures from the platform's analytics that the account's owner released. */
  analytics?: ClipAnalytics | null;
  /** Counts of the post, in any order. `hours` are hours since the post. */
  snapshots: readonly SnapshotReading[];
}

/**
 * The snapshots in order of time; NaN = unknown. Views and likes never fall here; `counterDrop` in `facts.ts`
 * handles falls.
 */
export interface Curve {
  count: number;
  hours: Float64Array;
  /** Views as they were read, including decreases. */
  readViews: Float64Array;
  /** The highest count so far. */
  views: Float64Array;
  likes: Float64Array;
  comments: Float64Array;
  shares: Float64Array;
}

const HOUR_MS = 3_600_000;
/** A single reading below this fraction of both neighbours is an API error, not a loss of views. */
const SLIP = 0.9;

interface Reading {
  hours: number;
  views: number;
  likes: number;
  comments: number;
  shares: number;
}

/** Returns the count, or NaN when it is missing or negative. */
export const known = (value: number | null | undefined): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : Number.NaN;

/** Sorts the readings, drops invalid ones and joins those of the same moment, in O(n log n). */
export function toCurve(history: ClipHistory): Curve {
  const postedMs = new Date(history.postedAt).getTime();
  const readings: Reading[] = [];
  for (const snapshot of history.snapshots) {
    const hours =
      'hours' in snapshot ? snapshot.hours : (new Date(snapshot.fetchedAt).getTime() - postedMs) / HOUR_MS;
    const views = known(snapshot.views);
    if (!Number.isFinite(hours) || Number.isNaN(views)) continue;
    readings.push({
      hours,
      views,
      likes: known(snapshot.likes),
      comments: known(snapshot.comments),
      shares: known(snapshot.shares),
    });
  }
  readings.sort(
    (a, b) =>
      a.hours - b.hours || b.views - a.views || orderOf(b.likes, a.likes) || orderOf(b.comments, a.comments),
  );
  return fill(
    withoutSlips(readings.filter((reading, i) => i === 0 || reading.hours > readings[i - 1]!.hours)),
  );
}

const orderOf = (a: number, b: number) => (Number.isNaN(a) ? -1 : a) - (Number.isNaN(b) ? -1 : b);

function withoutSlips(readings: Reading[]): Reading[] {
  return readings.filter((reading, i) => {
    const before = readings[i - 1]?.views;
    const after = readings[i + 1]?.views;
    return before === undefined || after === undefined || reading.views >= SLIP * Math.min(before, after);
  });
}

function fill(readings: Reading[]): Curve {
  const count = readings.length;
  const curve: Curve = {
    count,
    hours: new Float64Array(count),
    readViews: new Float64Array(count),
    views: new Float64Array(count),
    likes: new Float64Array(count),
    comments: new Float64Array(count),
    shares: new Float64Array(count),
  };
  let top = 0;
  let topLikes = 0;
  let topComments = 0;
  let topShares = 0;
  for (let i = 0; i < count; i++) {
    const reading = readings[i]!;
    top = Math.max(top, reading.views);
    if (reading.likes > topLikes) topLikes = reading.likes;
    if (reading.comments > topComments) topComments = reading.comments;
    if (reading.shares > topShares) topShares = reading.shares;
    curve.hours[i] = reading.hours;
    curve.readViews[i] = reading.views;
    curve.views[i] = top;
    curve.likes[i] = Number.isNaN(reading.likes) ? Number.NaN : topLikes;
    curve.comments[i] = Number.isNaN(reading.comments) ? Number.NaN : topComments;
    curve.shares[i] = Number.isNaN(reading.shares) ? Number.NaN : topShares;
  }
  return curve;
}
