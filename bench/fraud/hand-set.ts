import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { type Ramp, thresholds } from '#server/modules/scoring/score/baselines.ts';
import type { ClipHistory } from '#server/modules/scoring/score/history.ts';

/**
 * The baseline: the hand-set thresholds of the open samples (the first ten in docs/verification.md), each
 * applied alone as such tools do. One strong threshold holds a clip, one weak threshold sends it to review.
 */
const spikes: Partial<Record<PostPlatform, Ramp>> = {
  youtube: { weak: 2.8, strong: 7 },
  instagram: { weak: 2.5, strong: 6 },
};
const usualSpike: Ramp = { weak: 3, strong: 8 };

/** Returns 0 for clean, 1 for needs review, 2 for held. */
export function handSetVerdict(history: ClipHistory): number {
  return Math.max(ofTotals(history), ofGrowth(history));
}

const switched = (value: number, { weak, strong }: Ramp) => (value > strong ? 2 : value > weak ? 1 : 0);

function ofTotals({ platform, snapshots }: ClipHistory): number {
  const last = snapshots.at(-1);
  if (!last || last.likes === null || last.views < 1_000) return 0;
  const { fewLikes, manyLikes } = thresholds[platform];
  const likeRate = last.likes / last.views;
  const comments = last.comments ?? 0;
  const floor =
    last.views < 2_000 ? 0 : switched(-likeRate, { weak: -fewLikes.weak, strong: -fewLikes.strong });
  const ceiling = likeRate > 0.15 || comments / last.views > 0.05 ? 1 : 0;
  const perLike = (100 * comments) / Math.max(1, last.likes);
  const few = (comments === 0 && last.likes > 50) || perLike < 0.5 ? 2 : perLike > 20 ? 1 : 0;
  return Math.max(floor, ceiling, few, switched((last.likes + comments) / last.views, manyLikes));
}

function ofGrowth({ platform, snapshots }: ClipHistory): number {
  const { minSpikeViews } = thresholds[platform];
  let verdict = 0;
  const growth: number[] = [];
  const end = snapshots.at(-1)?.views ?? 0;
  for (let i = 1; i < snapshots.length; i++) {
    const [before, now] = [snapshots[i - 1]!, snapshots[i]!];
    const gained = now.views - before.views;
    if (gained < 0)
      verdict = Math.max(verdict, switched(-gained / before.views, { weak: 0.02, strong: 0.1 }));
    if (before.views === 0) continue;
    growth.push(gained / before.views);
    const spiked = switched(gained / before.views, spikes[platform] ?? usualSpike);
    if (gained > minSpikeViews * Math.max(1, spiked)) verdict = Math.max(verdict, spiked);
    if (gained > 0.4 * end && now.likes !== null && before.likes !== null) {
      const rate = (now.likes - before.likes) / gained;
      if (rate < (0.2 * now.likes) / now.views) verdict = 2;
    }
  }
  return Math.max(verdict, tooSmooth(growth), stopped(snapshots));
}

function tooSmooth(growth: number[]): number {
  for (let i = 6; i <= growth.length; i++) {
    const part = growth.slice(i - 6, i);
    const mean = part.reduce((a, b) => a + b) / 6;
    const spread = Math.sqrt(part.reduce((sum, g) => sum + (g - mean) ** 2, 0) / 6);
    if (mean > 0.2 && spread / mean < 0.1) return 1;
  }
  return 0;
}

function stopped(snapshots: ClipHistory['snapshots']): number {
  for (let i = 12; i < snapshots.length; i++) {
    const before = snapshots[i - 6]!.views - snapshots[i - 12]!.views;
    const after = snapshots[i]!.views - snapshots[i - 6]!.views;
    if (before > 3_000 && after < 0.1 * before) return 1;
  }
  return 0;
}
