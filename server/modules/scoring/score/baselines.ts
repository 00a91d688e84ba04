import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
/** Usual rates of a platform's clips, as fractions of 1. 90% of clips are between p05 and p95. */
export interface Baseline {
  likesPerView: { p05: number; median: number; p95: number };
  commentsPerLike: { p05: number; median: number; p95: number };
}

/**
 * Starting values from public samples of recent posts (medians of likes and comments per view: TikTok 5.5%, YouTube
 * 2.7%, Instagram 2.3%; smaller accounts have higher rates). `baselines.job.ts` replaces them once a platform has
 * 200 approved clips.
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

/** Suspicion rises linearly from `weak` (none) to `strong` (full weight). `strong` may be the lower number. */
export interface Ramp {
  weak: number;
  strong: number;
}

/** Thresholds that differ by platform. Units: likes per view, likes and comments per view, views per hour. */
export const thresholds: Record<PostPlatform, { fewLikes: Ramp; manyLikes: Ramp; minSpikeViews: number }> = {
  tiktok: {
    fewLikes: { weak: 0.011, strong: 0.005 },
    manyLikes: { weak: 0.25, strong: 0.4 },
    minSpikeViews: 500,
  },
  youtube: {
    fewLikes: { weak: 0.006, strong: 0.003 },
    manyLikes: { weak: 0.22, strong: 0.38 },
    minSpikeViews: 400,
  },
  instagram: {
    fewLikes: { weak: 0.005, strong: 0.003 },
    manyLikes: { weak: 0.2, strong: 0.35 },
    minSpikeViews: 300,
  },
};

/** Returns one threshold for each platform. */
export const rampsOf = (of: 'fewLikes' | 'manyLikes'): Record<PostPlatform, Ramp> =>
  Object.fromEntries(postPlatforms.map((platform) => [platform, thresholds[platform][of]])) as Record<
    PostPlatform,
    Ramp
  >;

/**
 * Average percentage watched and engaged views per view of short clips, used if the account has too few other
 * clips. Assumptions: the platforms publish no such figures.
 */
export const usualAudience: Record<PostPlatform, { percentage: number; engaged: number }> = {
  tiktok: { percentage: 50, engaged: Number.NaN },
  youtube: { percentage: 65, engaged: 0.65 },
  instagram: { percentage: 50, engaged: Number.NaN },
};
