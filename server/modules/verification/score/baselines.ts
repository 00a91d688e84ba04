import type { PostPlatform } from '#contract/platform.ts';

/** What clips of a platform usually show; shares of 1. p05 and p95 bound nine clips of ten. */
export interface Baseline {
  likesPerView: { p05: number; median: number; p95: number };
  commentsPerLike: { p05: number; median: number; p95: number };
}

/**
 * Starting values from public samples of recent posts (medians of likes and comments per view: TikTok 5.5%, YouTube
 * 2.7%, Instagram 2.3%; smaller accounts run higher). They are replaced by the product's own approved clips once
 * there are about 200 per platform.
 */
export const baselines: Record<PostPlatform, Baseline> = {
  tiktok: {
    likesPerView: { p05: 0.011, median: 0.05, p95: 0.098 },
    commentsPerLike: { p05: 0.004, median: 0.015, p95: 0.06 },
  },
  youtube: {
    likesPerView: { p05: 0.006, median: 0.024, p95: 0.055 },
    commentsPerLike: { p05: 0.009, median: 0.03, p95: 0.1 },
  },
  instagram: {
    likesPerView: { p05: 0.005, median: 0.022, p95: 0.052 },
    commentsPerLike: { p05: 0.007, median: 0.025, p95: 0.09 },
  },
};
