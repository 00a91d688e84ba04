import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { baselines } from '#server/modules/scoring/score/baselines.ts';
import type { Random } from './random.ts';

/** Growth is drawn on a grid of half hours from the moment of posting. */
export const HOURS_PER_STEP = 0.5;

/** New views, likes, comments and shares of each half hour; drops are negative. */
export interface Growth {
  steps: number;
  views: Float64Array;
  likes: Float64Array;
  comments: Float64Array;
  shares: Float64Array;
  /** The bought part of the views, for each half hour. */
  bought: Float64Array;
  /** The honest likes per view and comments per like, relative to which bought engagement is set. */
  likeRate: number;
  commentRate: number;
}

/** Shares per view, as medians of large public samples. */
const sharesPerView: Partial<Record<PostPlatform, number>> = { tiktok: 0.006, youtube: 0.003 };

export interface Wave {
  startHours: number;
  /** Hours until the wave approaches its peak. */
  riseHours: number;
  riseExponent: number;
  /** Exponent of the power law by which views per hour decay. */
  decayExponent: number;
  /** Views of this wave relative to other waves. */
  share: number;
  /** Likes per view in this wave relative to the clip's average. */
  likeFactor: number;
}

export interface Organic {
  platform: PostPlatform;
  hours: number;
  views: number;
  waves: Wave[];
  /** Depth of the daily cycle. 0 means no cycle, 1 means no views at the lowest hour. */
  dayNight: number;
  /** Standard deviation of the logarithm of the hourly rate's slow noise. */
  noise: number;
  /** Likes per view relative to the platform's usual rate. */
  likeFactor?: number;
  /** Comments per like relative to the platform's usual rate; 0 when comments are closed. */
  commentFactor?: number;
}

/**
 * Draws honest growth. A rise, a power-law decay, a daily cycle and slow noise set the rate, from which
 * views, likes and comments are drawn.
 */
export function growOrganic(random: Random, shape: Organic): Growth {
  const steps = Math.ceil(shape.hours / HOURS_PER_STEP);
  const { likesPerView, commentsPerLike } = baselines[shape.platform];
  const growth = emptyGrowth(steps);
  growth.likeRate = Math.min(0.3, random.logNormal(likesPerView.median * (shape.likeFactor ?? 1), 0.5));
  growth.commentRate =
    Math.min(0.3, random.logNormal(commentsPerLike.median, 0.6)) * (shape.commentFactor ?? 1);
  const shareRate = random.logNormal(sharesPerView[shape.platform] ?? 0.005, 0.6);
  const earlyFans = random.between(0, 0.6);
  const fatigue = random.between(0, 0.45);
  const likeNoise = random.between(0.03, 0.15);
  const { rate, likeFactor } = drawRates(random, shape, steps);
  let drift = 0;
  for (let i = 0; i < steps; i++) {
    const hours = i * HOURS_PER_STEP;
    const views = random.poisson(rate[i]!);
    drift = 0.95 * drift + likeNoise * Math.sqrt(1 - 0.95 ** 2) * random.normal();
    const mood =
      (1 + earlyFans * Math.exp(-hours / 12)) * (1 - fatigue * (hours / (hours + 48))) * Math.exp(drift);
    const likes = Math.min(views, random.poisson(views * growth.likeRate * likeFactor[i]! * mood));
    growth.views[i] = views;
    growth.likes[i] = likes;
    growth.comments[i] = random.poisson(likes * growth.commentRate);
    growth.shares[i] = random.poisson(views * shareRate);
  }
  return growth;
}

/** Returns the expected views per half hour, scaled to the wanted total, and the likes that they bring. */
function drawRates(random: Random, shape: Organic, steps: number) {
  const rate = new Float64Array(steps);
  const likeFactor = new Float64Array(steps);
  const peakHour = random.between(0, 24);
  for (const wave of shape.waves) {
    const form = new Float64Array(steps);
    let total = 0;
    for (let i = 0; i < steps; i++) {
      const x = ((i + 0.5) * HOURS_PER_STEP - wave.startHours) / wave.riseHours;
      if (x <= 0) continue;
      form[i] = x ** wave.riseExponent / (1 + x ** (wave.riseExponent + wave.decayExponent));
      total += form[i]!;
    }
    for (let i = 0; i < steps && total > 0; i++) {
      const part = (wave.share * form[i]!) / total;
      rate[i]! += part;
      likeFactor[i]! += part * wave.likeFactor;
    }
  }
  let noise = 0;
  let total = 0;
  for (let i = 0; i < steps; i++) {
    likeFactor[i] = rate[i]! > 0 ? likeFactor[i]! / rate[i]! : 1;
    noise = 0.9 * noise + shape.noise * Math.sqrt(1 - 0.9 ** 2) * random.normal();
    const day = 1 + shape.dayNight * Math.cos((2 * Math.PI * (i * HOURS_PER_STEP - peakHour)) / 24);
    rate[i]! *= day * Math.exp(noise);
    total += rate[i]!;
  }
  for (let i = 0; i < steps && total > 0; i++) rate[i]! *= shape.views / total;
  return { rate, likeFactor };
}

export function emptyGrowth(steps: number): Growth {
  return {
    steps,
    views: new Float64Array(steps),
    likes: new Float64Array(steps),
    comments: new Float64Array(steps),
    shares: new Float64Array(steps),
    bought: new Float64Array(steps),
    likeRate: 0,
    commentRate: 0,
  };
}

export interface Delivery {
  startHours: number;
  hours: number;
  views: number;
  likes: number;
  comments: number;
  /** Standard deviation of the delivery per half hour, relative to the delivery. */
  jitter: number;
}

/** Adds a bought delivery: an even stream from start to end with slight jitter. */
export function deliver(random: Random, growth: Growth, order: Delivery): void {
  const first = Math.max(0, Math.floor(order.startHours / HOURS_PER_STEP));
  const count = Math.max(1, Math.min(growth.steps - first, Math.round(order.hours / HOURS_PER_STEP)));
  const draw = (amount: number) =>
    Math.max(
      0,
      Math.round((amount / count) * (1 + order.jitter * random.normal()) + random.between(-0.5, 0.5)),
    );
  for (let i = first; i < Math.min(growth.steps, first + count); i++) {
    const views = draw(order.views);
    growth.views[i]! += views;
    growth.bought[i]! += views;
    growth.likes[i]! += draw(order.likes);
    growth.comments[i]! += draw(order.comments);
  }
}
