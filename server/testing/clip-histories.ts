import type { ClipHistory, SnapshotReading } from '#server/modules/scoring/score/history.ts';

/** Returns the hours at which the product's schedule reads a post, up to `untilHours`. */
export function schedule(untilHours: number): number[] {
  const hours: number[] = [];
  for (let at = 0.5; at <= untilHours; at += at < 6 ? 0.5 : at < 72 ? 1 : 6) hours.push(at);
  return hours;
}

/** Fixed, uneven noise instead of a random generator, so that failures are reproducible. */
const wobble = (at: number) => Math.exp(0.2 * Math.sin(at * 12.9898) + 0.15 * Math.sin(at * 4.1414 + 1));

/**
 * Returns the views of a real audience over time: a rise within hours, a decay by a power law, and a rhythm
 * of day and night.
 */
export function audience(total: number, startHours = 0): (at: number) => number {
  const sums = [0];
  for (let at = 0.25; at < 1_000; at += 0.5) {
    const x = (at - startHours) / 5;
    const form = x <= 0 ? 0 : x ** 1.5 / (1 + x ** 2.8);
    sums.push(sums.at(-1)! + form * (1 + 0.5 * Math.cos((2 * Math.PI * (at - 20)) / 24)) * wobble(at));
  }
  return (at) => (total * sums[Math.min(sums.length - 1, Math.round(at * 2))]!) / sums.at(-1)!;
}

/** A TikTok clip read at the given hours. */
export function clip(
  hours: number[],
  views: (at: number) => number,
  likes: (at: number) => number | null,
): ClipHistory {
  const snapshots: SnapshotReading[] = hours.map((at) => {
    const liked = likes(at);
    return {
      hours: at,
      views: Math.round(views(at)),
      likes: liked === null ? null : Math.round(liked),
      comments: Math.round((liked ?? 500) * 0.015),
      shares: null,
    };
  });
  return { platform: 'tiktok', postedAt: '2026-09-01T12:00:00Z', followers: 5_000, snapshots };
}
