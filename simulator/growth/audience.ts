import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { simulatedPosts } from '../platforms.ts';
import { between, logNormal, type Stream } from '../random.ts';
import type { Layer } from './growth.ts';

/** Parameters of a post's honest audience. */
export interface AudienceShape {
  views: number;
  /** Hour at which half of the first push is over. */
  peakHours: number;
  /** Hours before this audience arrives. */
  delayHours?: number;
  /** Share of the views in the long tail. */
  tailShare: number;
  /** Factor on the rate of likes, comments and shares. */
  warmth?: number;
}

/**
 * Makes an honest audience: a log-normal push, a power-law tail, fewer views at night, and likes at the
 * platform's usual rate.
 */
export function audience(
  stream: Stream,
  platform: PostPlatform,
  postedAt: Date,
  shape: AudienceShape,
): Layer {
  const spread = between(stream, 0.6, 1);
  const tailExponent = between(stream, 1.25, 1.8);
  const tailHours = between(stream, 6, 18);
  const daySwing = between(stream, 0.3, 0.65);
  const busiestHourUtc = between(stream, 0, 24);
  const medians = simulatedPosts[platform].perView;
  const warmth = logNormal(stream, shape.warmth ?? 1, 0.4);
  const postedHourUtc = postedAt.getUTCHours() + postedAt.getUTCMinutes() / 60;
  return {
    views: shape.views,
    noise: between(stream, 0.22, 0.38),
    rate(hours) {
      const age = hours - (shape.delayHours ?? 0);
      if (age <= 0) return 0;
      const deviation = Math.log(age / shape.peakHours) / spread;
      const push = Math.exp(-0.5 * deviation * deviation) / (age * spread * Math.sqrt(2 * Math.PI));
      const tail = ((tailExponent - 1) / tailHours) * (1 + age / tailHours) ** -tailExponent;
      const daylight = 1 + daySwing * Math.cos(((postedHourUtc + hours - busiestHourUtc) / 24) * 2 * Math.PI);
      return ((1 - shape.tailShare) * push + shape.tailShare * tail) * daylight;
    },
    likesPerView: Math.min(0.2, medians.likes * warmth),
    commentsPerView: Math.min(0.03, medians.comments * logNormal(stream, warmth, 0.5)),
    byChance: true,
    sharesPerView: Math.min(0.05, medians.shares * logNormal(stream, warmth, 0.5)),
  };
}
