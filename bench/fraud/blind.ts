import type { PostPlatform } from '#contract/platforms.ts';
import { deliver, type Growth, growOrganic, HOURS_PER_STEP } from './growth.ts';
import type { Random } from './random.ts';
import type { Scenario } from './scenarios.ts';

/**
 * Scenarios written after the score was finished, which was never changed for them: they show how it handles
 * unforeseen cases. Do not use them for tuning; add new tuning scenarios to `scenarios.ts`.
 */
export const blindScenarios: Scenario[] = [
  audienceOf(
    'two time zones',
    (r) => ({ dayNight: r.between(0.05, 0.15), noise: r.between(0.1, 0.3) }),
    (r) => [wave(r, 0, 1), wave(r, r.between(8, 16), r.between(0.5, 1.5))],
  ),
  audienceOf(
    'a spike from a television show',
    (r) => ({ dayNight: r.between(0.3, 0.7), noise: 0.2 }),
    (r, h) => [
      wave(r, 0, 1),
      {
        ...wave(r, r.between(0.2, 0.7) * h, r.logBetween(1, 10)),
        riseHours: 0.4,
        decayExponent: r.between(2, 2.6),
      },
    ],
  ),
  audienceOf(
    'shared every evening',
    (r) => ({ dayNight: r.between(0.3, 0.7), noise: 0.15 }),
    (r, h) =>
      Array.from({ length: Math.min(10, Math.max(2, Math.floor(h / 24))) }, (_, day) => ({
        ...wave(r, 24 * day + r.between(0, 3), r.between(0.3, 1)),
        riseHours: r.between(0.5, 2),
      })),
  ),
  audienceOf(
    'an older audience later',
    (r) => ({ dayNight: r.between(0.3, 0.7), noise: 0.2 }),
    (r, h) => [
      wave(r, 0, 1),
      {
        ...wave(r, r.between(0.2, 0.6) * h, r.logBetween(0.5, 3)),
        riseHours: r.between(6, 20),
        likeFactor: r.between(0.35, 0.6),
      },
    ],
  ),
  bought('tapering delivery', (r) => ({
    hours: r.logBetween(24, 160),
    pace: (x) => (1 + 12 * x) ** -1.2,
    likes: r.between(0, 0.2),
  })),
  bought('delivery with day and night', (r) => {
    const [swing, peak] = [r.between(0.3, 0.6), r.between(0, 24)];
    return {
      hours: r.logBetween(48, 200),
      pace: (_, hours) => 1 + swing * Math.cos((2 * Math.PI * (hours - peak)) / 24),
      likes: r.between(0.1, 0.5),
    };
  }),
  bought('trickle by the day', (r) => ({
    hours: r.logBetween(100, 300),
    pace: (_, hours) => (Math.floor(hours) % 24 < 2 ? 1 : 0),
    likes: r.between(0, 0.3),
  })),
  bought('head start in the first hour', (r) => ({
    hours: r.between(0.5, 1.5),
    at: 0,
    pace: () => 1,
    likes: r.between(0, 0.3),
  })),
  bought('bots with likes and shares', (r) => ({
    hours: r.logBetween(6, 100),
    pace: () => 1,
    likes: r.between(0.6, 1.2),
    talk: r.between(0.6, 1.2),
  })),
  bought('ramp up and down', (r) => ({
    hours: r.logBetween(12, 72),
    pace: (x) => Math.sin(Math.PI * x),
    likes: r.between(0, 0.3),
  })),
];

type Shape = Pick<Parameters<typeof growOrganic>[1], 'dayNight' | 'noise'>;
type Waves = Parameters<typeof growOrganic>[1]['waves'];

const wave = (r: Random, startHours: number, share: number): Waves[number] => ({
  startHours,
  riseHours: r.logBetween(2, 10),
  riseExponent: r.between(0.8, 2.5),
  decayExponent: r.between(0.9, 1.8),
  share,
  likeFactor: r.between(0.7, 1.3),
});

const size = (r: Random, median: number) => Math.min(3_000_000, Math.max(1_100, r.logNormal(median, 1.3)));

function audienceOf(
  name: string,
  shape: (r: Random) => Shape,
  waves: (r: Random, hours: number) => Waves,
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
    }),
  };
}

interface Order {
  hours: number;
  /** Hours after the post; drawn within its first half when absent. */
  at?: number;
  /** Relative speed at a fraction (0..1) of the delivery and an hour after the post. */
  pace(part: number, hours: number): number;
  /** Likes, and comments and shares, relative to the rate of the clip's honest views. */
  likes: number;
  talk?: number;
}

function bought(name: string, order: (r: Random) => Order): Scenario {
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
      const one = order(r);
      const boughtAtHours = one.at ?? Math.min(hours - 12, Math.max(2, hours * r.between(0.02, 0.5)));
      add(r, growth, one, boughtAtHours);
      return { growth, boughtAtHours };
    },
  };
}

/** Delivers one to four times the clip's own views, in half-hour steps. */
function add(r: Random, growth: Growth, order: Order, start: number): void {
  const own = growth.views.reduce((a, b) => a + b, 0);
  const shares = growth.shares.reduce((a, b) => a + b, 0) / own;
  const views = own * r.logBetween(1, 4);
  const steps = Math.max(1, Math.round(order.hours / HOURS_PER_STEP));
  const paces = Array.from({ length: steps }, (_, i) =>
    order.pace((i + 0.5) / steps, start + i * HOURS_PER_STEP),
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
      jitter: 0.15,
    });
    growth.shares[at]! += r.poisson(part * shares * talk);
  }
}
