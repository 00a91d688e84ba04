import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import type { ClipAnalytics } from '#server/modules/scoring/score/analytics.ts';
import type { ClipHistory, SnapshotReading } from '#server/modules/scoring/score/history.ts';
import { drawAnalytics } from './analytics.ts';
import { HOURS_PER_STEP } from './growth.ts';
import { type Random, seededRandom } from './random.ts';
import type { Drawn, Scenario, SharedAt } from './scenarios.ts';
import type { Seller } from './sellers.ts';

export interface LabelledClip {
  scenario: { name: string; fraud: boolean };
  history: ClipHistory;
  /**
   * The analytics that cover the last count, and those that the owner could share at that time; absent when
   * they were not drawn.
   */
  analytics?: ClipAnalytics | null;
  lateAnalytics?: ClipAnalytics | null;
  /** The seller of a bought clip's views. */
  seller?: Seller;
  /** Hours after the post at which the first delivery begins; only for bought clips. */
  boughtAtHours?: number;
  /** The share that the clip's owner can declare. */
  shared?: SharedAt;
}

/** Hours by which platforms' analytics are late, which is two to three days. */
const ANALYTICS_DELAY = 60;

/** Draws `count` clips of a scenario; the same seed gives the same clips. */
export function drawClips(scenario: Scenario, count: number, seed: number): LabelledClip[] {
  const clips: LabelledClip[] = [];
  for (let i = 0; i < count; i++) {
    const random = seededRandom(seed * 1_000_003 + i * 7_919 + hash(scenario.name));
    const platform = postPlatforms[i % postPlatforms.length]!;
    const hours = random.logBetween(36, 24 * 28);
    const drawn = scenario.draw(random, platform, hours);
    const { boughtAtHours, shared } = drawn;
    // Analytics are drawn from a separate seed, so that the clips are the same with and without them.
    const released = (until: number) =>
      drawAnalytics(seededRandom(seed * 31 + i * 17 + hash(scenario.name)), platform, until, drawn);
    clips.push({
      scenario,
      boughtAtHours,
      ...(shared && { shared }),
      ...released(hours),
      lateAnalytics: released(hours - ANALYTICS_DELAY).analytics,
      history: read(random, platform, hours, drawn),
    });
  }
  return clips;
}

/**
 * Returns the hours until the next reading by the product's schedule: half-hourly, hourly, six-hourly, then
 * daily.
 */
export const pauseAfter = (hours: number) => (hours < 6 ? 0.5 : hours < 72 ? 1 : hours < 336 ? 6 : 24);

function read(random: Random, platform: PostPlatform, hours: number, drawn: Drawn): ClipHistory {
  const { growth, reading } = drawn;
  const submitted = random.chance(0.7) ? random.between(0, 2) : random.between(2, Math.min(24, hours / 4));
  const gapStart = reading === 'gap' ? hours * random.between(0.2, 0.6) : Number.POSITIVE_INFINITY;
  const gapEnd = gapStart + random.between(12, 96);
  const staleStart = reading === 'stale_views' ? hours * random.between(0.05, 0.6) : Number.POSITIVE_INFINITY;
  const staleEnd = staleStart + random.between(3, 24);
  const faults = reading === 'messy' ? drawFaults(random, hours) : null;
  const snapshots: SnapshotReading[] = [];
  let next = pauseAfter(0);
  let shown = 0;
  let lastAt = 0;
  let lastPace = Number.POSITIVE_INFINITY;
  // After a jump of the count, readings are frequent again for two days.
  let denseFrom = Number.NEGATIVE_INFINITY;
  let [views, likes, comments, shares] = [0, 0, 0, 0];
  for (let i = 0; i < growth.steps; i++) {
    views = Math.max(0, views + growth.views[i]!);
    likes += growth.likes[i]!;
    comments += growth.comments[i]!;
    shares += growth.shares[i]!;
    const at = (i + 1) * HOURS_PER_STEP;
    if ((at < staleStart || at > staleEnd) && !faults?.lags.some(([from, to]) => at > from && at < to))
      shown = views;
    if (at + 1e-9 < next) continue;
    const last = snapshots.at(-1);
    const pace = last ? (shown - last.views) / (at - lastAt) : 0;
    if (at - denseFrom > 2 && pace > 3 * lastPace && pace > 100 && at > 12) denseFrom = at;
    lastPace = pace;
    next += at < denseFrom + 48 ? Math.min(1, pauseAfter(next)) : pauseAfter(next);
    if (faults && random.chance(faults.missed)) continue;
    if (at < submitted || (at > gapStart && at < gapEnd)) continue;
    lastAt = at;
    const hidden = reading === 'likes_hidden';
    snapshots.push({
      hours: at,
      views: shown,
      likes: hidden ? null : likes,
      comments,
      shares: platform === 'youtube' ? null : shares,
    });
  }
  return {
    platform,
    postedAt: '2026-09-01T12:00:00Z',
    followers: Math.round(random.logNormal(4_000, 1.5)),
    snapshots,
  };
}

/** Draws faults of the readings: some polls are missed, and the counter sometimes lags. */
function drawFaults(random: Random, hours: number) {
  const lags = Array.from({ length: Math.floor(random.between(0, 4)) }, () => {
    const from = random.between(0, hours);
    return [from, from + random.logBetween(1, 10)] as const;
  });
  return { missed: random.between(0.02, 0.2), lags };
}

function hash(text: string): number {
  let value = 0;
  for (const char of text) value = (value * 31 + char.charCodeAt(0)) | 0;
  return value >>> 0;
}
