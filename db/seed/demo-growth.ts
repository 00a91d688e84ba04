import { after, HOUR, MINUTE } from '#server/infra/clock.ts';
import { nextPollAt } from '#server/modules/tracking/tracking.ts';
import type { DemoPlatform } from './demo-listings.ts';
import type { PlannedClip } from './demo-plan.ts';

export interface CurvePoint {
  hours: number;
  views: number;
  likes: number;
  comments: number;
  shares: number;
}

/** Typical engagement per view on each platform (medians of 1,269 posts of 2026). */
const ENGAGEMENT: Record<DemoPlatform, { likes: number; comments: number; shares: number }> = {
  tiktok: { likes: 0.055, comments: 0.0016, shares: 0.004 },
  youtube: { likes: 0.028, comments: 0.0012, shares: 0.002 },
  instagram: { likes: 0.025, comments: 0.0011, shares: 0.003 },
};

/** Returns a change of a few percent up or down, the same for the same post and hour. */
const wobble = (views: number, hour: number): number => {
  const x = Math.sin(views * 12.9898 + hour * 78.233) * 43_758.5453;
  return (x - Math.floor(x) - 0.5) * 2;
};

/**
 * Returns the growth of an honest clip: fast on the first evening, slower at night, and exactly `views` at
 * `untilHours`.
 */
export function growthTo(platform: DemoPlatform, views: number, untilHours: number): CurvePoint[] {
  const hours = Array.from({ length: Math.max(2, Math.ceil(untilHours)) }, (_, i) => i);
  const speeds = hours.map((hour) => {
    const rise = hour < 3 ? 0.35 + hour * 0.2 : 1;
    const day = 1 + 0.45 * Math.sin(((hour - 4) / 24) * 2 * Math.PI);
    return rise * day * Math.exp(-hour / 22) * (1 + 0.3 * wobble(views, hour));
  });
  const total = speeds.reduce((a, b) => a + b, 0);
  const { likes, comments, shares } = ENGAGEMENT[platform];
  const taste = 1 + 0.25 * wobble(views, -1);
  let share = 0;
  const points = hours.map((hour, i): CurvePoint => {
    share += speeds[i]! / total;
    const seen = i === hours.length - 1 ? views : Math.floor(views * share);
    // Fans watch first, so the share of likes falls a little as more people watch.
    const warmth = taste * (1.15 - 0.15 * share);
    return {
      hours: (hour + 1) * (untilHours / hours.length),
      views: seen,
      likes: Math.floor(seen * likes * warmth),
      comments: Math.floor(seen * comments * warmth),
      shares: Math.floor(seen * shares * warmth),
    };
  });
  return [{ hours: 0, views: 0, likes: 0, comments: 0, shares: 0 }, ...points];
}

/** Returns the moments of a clip's counts, by the polling schedule from its submission to its payment. */
export function momentsToCount({
  postedAt,
  submittedAt,
  countedAt,
}: PlannedClip): { fetchedAt: Date; hours: number }[] {
  const moments: Date[] = [submittedAt];
  for (
    let at = nextPollAt(postedAt, submittedAt, null);
    at < countedAt;
    at = nextPollAt(postedAt, at, null)
  ) {
    moments.push(at);
  }
  if (after(moments.at(-1)!, MINUTE) < countedAt) moments.push(countedAt);
  return moments.map((fetchedAt) => ({
    fetchedAt,
    hours: (fetchedAt.getTime() - postedAt.getTime()) / HOUR,
  }));
}
