import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { deliver, type Growth, growOrganic, HOURS_PER_STEP } from './growth.ts';
import type { Random } from './random.ts';
import type { Drawn, Scenario } from './scenarios.ts';

type Shape = Pick<Parameters<typeof growOrganic>[1], 'dayNight' | 'noise' | 'likeFactor' | 'commentFactor'>;
type Waves = Parameters<typeof growOrganic>[1]['waves'];

export const wave = (r: Random, startHours: number, share: number): Waves[number] => ({
  startHours,
  riseHours: r.logBetween(2, 10),
  riseExponent: r.between(0.8, 2.5),
  decayExponent: r.between(0.9, 1.8),
  share,
  likeFactor: r.between(0.7, 1.3),
});

const size = (r: Random, median: number) => Math.min(3_000_000, Math.max(1_100, r.logNormal(median, 1.3)));

export function audienceOf(
  name: string,
  shape: (r: Random) => Shape,
  waves: (r: Random, hours: number) => Waves,
  circumstances: Circumstances = {},
): Scenario {
  return {
    name,
    fraud: false,
    draw: (r, platform, hours) => ({
      growth: growOrganic(r, {
        platform,
        hours,
        views: size(r, 12_000),
        waves: waves(r, hours),
        ...shape(r),
      }),
      ...circumstances,
    }),
  };
}

export interface Order {
  hours: number;
  /** Hours after the post at which the delivery begins; drawn within the post's first half when absent. */
  at?: number;
  /**
   * Relative speed at a fraction (0 to 1) of the delivery and an hour after the post. `own` is the number of
   * the clip's own views by then.
   */
  pace(part: number, hours: number, own: number): number;
  /** Likes, and comments and shares, relative to the rate of the clip's honest views. */
  likes: number;
  talk?: number;
  /** Standard deviation of the delivery per half hour, relative to the delivery. */
  jitter?: number;
}

/** Faults of the readings, and unusual viewers. */
type Circumstances = Pick<Drawn, 'reading' | 'audience'>;

export function bought(
  name: string,
  order: (r: Random, hours: number) => Order,
  circumstances: Circumstances = {},
): Scenario {
  return {
    name,
    fraud: true,
    draw(r, platform: PostPlatform, hours) {
      const growth = growOrganic(r, {
        platform,
        hours,
        views: size(r, 4_000),
        waves: [wave(r, 0, 1)],
        dayNight: r.between(0.2, 0.75),
        noise: r.between(0.08, 0.3),
      });
      const one = order(r, hours);
      const boughtAtHours = one.at ?? Math.min(hours - 12, Math.max(2, hours * r.between(0.02, 0.5)));
      add(r, growth, one, boughtAtHours);
      return { growth, boughtAtHours, ...circumstances };
    },
  };
}

/** Adds a delivery of one to four times the clip's own views, in half-hour steps. */
function add(r: Random, growth: Growth, order: Order, start: number): void {
  const own = growth.views.reduce((a, b) => a + b, 0);
  const shares = growth.shares.reduce((a, b) => a + b, 0) / own;
  const views = own * r.logBetween(1, 4);
  const steps = Math.max(1, Math.round(order.hours / HOURS_PER_STEP));
  const paces = Array.from({ length: steps }, (_, i) =>
    order.pace(
      (i + 0.5) / steps,
      start + i * HOURS_PER_STEP,
      growth.views[Math.floor(start / HOURS_PER_STEP) + i] ?? 0,
    ),
  );
  const total = paces.reduce((a, b) => a + b, 0);
  for (const [i, pace] of paces.entries()) {
    const at = Math.floor(start / HOURS_PER_STEP) + i;
    if (at >= growth.steps || total === 0) return;
    const part = (views * pace) / total;
    const likes = r.poisson(part * growth.likeRate * order.likes);
    const talk = order.talk ?? 0;
    deliver(r, growth, {
      startHours: at * HOURS_PER_STEP,
      hours: HOURS_PER_STEP,
      views: part,
      likes,
      comments: r.poisson(likes * growth.commentRate * talk),
      jitter: order.jitter ?? 0.15,
    });
    growth.shares[at]! += r.poisson(part * shares * talk);
  }
}
