import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { deliver, type Growth, growOrganic, type Organic, type Wave } from './growth.ts';
import type { OddAudience } from './odd-audiences.ts';
import type { Random } from './random.ts';
import type { Seller } from './sellers.ts';

/** The place in which somebody with an audience shared the clip, as its owner can declare it. */
export interface SharedAt {
  how: 'raid' | 'community_post' | 'newsletter';
  atHours: number;
}

export interface Drawn {
  growth: Growth;
  /** Faults of the platform's API, which states wrong or no figures although the views are real. */
  reading?: 'likes_hidden' | 'stale_views' | 'gap' | 'messy';
  /** Unusual viewers of the honest part of the views; absent for usual ones. The bought part has a seller. */
  audience?: OddAudience;
  seller?: Seller;
  shared?: SharedAt;
  /** Hours after the post at which the first delivery begins. */
  boughtAtHours?: number;
}

export interface Scenario {
  name: string;
  fraud: boolean;
  draw(random: Random, platform: PostPlatform, hours: number): Drawn;
}

const packageSizes = [1_000, 2_000, 2_500, 5_000, 10_000, 20_000, 25_000, 50_000, 100_000, 250_000];

const firstWave = (random: Random): Wave => ({
  startHours: 0,
  riseHours: random.logBetween(1.5, 14),
  riseExponent: random.between(0.8, 2.5),
  decayExponent: random.between(0.9, 1.8),
  share: 1,
  likeFactor: 1,
});

const laterWave = (random: Random, hours: number): Wave => ({
  startHours: random.between(Math.min(24, hours * 0.3), hours * 0.8),
  riseHours: random.logBetween(2, 12),
  riseExponent: random.between(1, 3),
  decayExponent: random.between(0.9, 1.8),
  share: random.logBetween(0.3, 5),
  likeFactor: random.between(0.6, 1.4),
});

const organic = (
  random: Random,
  platform: PostPlatform,
  hours: number,
  change: Partial<Organic> = {},
): Growth =>
  growOrganic(random, {
    platform,
    hours,
    views: Math.min(3_000_000, Math.max(1_100, random.logNormal(12_000, 1.5))),
    waves: [firstWave(random)],
    dayNight: random.between(0.2, 0.75),
    noise: random.between(0.08, 0.3),
    ...change,
  });

/** The honest part of a clip whose owner also buys views: often small. */
const modest = (random: Random, platform: PostPlatform, hours: number) =>
  organic(random, platform, hours, { views: Math.max(300, random.logNormal(3_000, 1)) });

const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);

/** Draws the size of a package that is worth buying, relative to the clip's own views. */
function packageFor(random: Random, growth: Growth): number {
  const own = sum(growth.views);
  const worthwhile = packageSizes.filter((size) => size >= own * 0.5 && size <= Math.max(2_000, own * 20));
  return (worthwhile.length ? random.pick(worthwhile) : own) * random.between(0.99, 1.03);
}

interface Purchase {
  hours: [number, number];
  startShare: [number, number];
  likes: [number, number];
  comments: [number, number];
  jitter: [number, number];
}

/**
 * Adds a purchase, whose likes and comments are relative to the clip's honest rate. Returns the hour at which
 * it begins.
 */
function buy(random: Random, growth: Growth, hours: number, views: number, how: Purchase): number {
  const likes = views * growth.likeRate * random.between(...how.likes);
  const startHours = Math.min(hours - 12, Math.max(2, hours * random.between(...how.startShare)));
  deliver(random, growth, {
    startHours,
    hours: random.logBetween(...how.hours),
    views,
    likes,
    comments: likes * growth.commentRate * random.between(...how.comments),
    jitter: random.between(...how.jitter),
  });
  return startHours;
}

const step: Purchase = {
  hours: [0.5, 8],
  startShare: [0.02, 0.7],
  likes: [0, 0.15],
  comments: [0, 1],
  jitter: [0.05, 0.3],
};
const drip: Purchase = {
  hours: [30, 240],
  startShare: [0.01, 0.3],
  likes: [0, 0.2],
  comments: [0, 1],
  jitter: [0.03, 0.25],
};

/** Scenarios of honest clips, including hard cases, because false holds matter as much as detection. */
export const organicScenarios: Scenario[] = [
  { name: 'organic', fraud: false, draw: (r, p, h) => ({ growth: organic(r, p, h) }) },
  {
    name: 'late viral wave',
    fraud: false,
    draw: (r, p, h) => ({ growth: organic(r, p, h, { waves: [firstWave(r), laterWave(r, h)] }) }),
  },
  {
    name: 'reposted by a large account',
    fraud: false,
    draw: (r, p, h) => {
      const repost = { ...laterWave(r, h), riseHours: r.between(0.3, 1), likeFactor: r.between(0.5, 1.2) };
      return { growth: organic(r, p, h, { waves: [firstWave(r), repost] }) };
    },
  },
  {
    name: 'hit without followers',
    fraud: false,
    draw: (r, p, h) => {
      const hit = { ...laterWave(r, Math.min(h, 60)), share: r.logBetween(20, 200), likeFactor: 1 };
      return {
        growth: organic(r, p, h, { views: r.logBetween(30_000, 2_000_000), waves: [firstWave(r), hit] }),
      };
    },
  },
  {
    name: 'slow burner',
    fraud: false,
    draw: (r, p, h) => ({
      growth: organic(r, p, h, { waves: [{ ...firstWave(r), decayExponent: r.between(0.15, 0.6) }] }),
    }),
  },
  {
    name: 'world-wide audience',
    fraud: false,
    draw: (r, p, h) => ({
      growth: organic(r, p, h, { dayNight: r.between(0.08, 0.2), noise: r.between(0.06, 0.15) }),
    }),
  },
  {
    name: 'few likes by nature',
    fraud: false,
    draw: (r, p, h) => ({ growth: organic(r, p, h, { likeFactor: r.between(0.35, 0.6) }) }),
  },
  {
    name: 'platform correction',
    fraud: false,
    draw: (r, p, h) => {
      const growth = organic(r, p, h);
      const at = Math.floor(growth.steps * r.between(0.3, 0.9));
      growth.views[at]! -= Math.round(sum(growth.views.subarray(0, at)) * r.between(0.002, 0.018));
      return { growth };
    },
  },
  {
    name: 'late counter',
    fraud: false,
    draw: (r, p, h) => ({ growth: organic(r, p, h), reading: 'stale_views' }),
  },
  {
    name: 'deleted and restored',
    fraud: false,
    draw: (r, p, h) => ({ growth: organic(r, p, h), reading: 'gap' }),
  },
  {
    name: 'likes hidden',
    fraud: false,
    draw: (r, p, h) => ({ growth: organic(r, p, h), reading: 'likes_hidden' }),
  },
];

const bought = (name: string, how: Purchase, orders: (r: Random) => number = () => 1): Scenario => ({
  name,
  fraud: true,
  draw: (r, p, h) => {
    const growth = modest(r, p, h);
    const size = packageFor(r, growth);
    const count = orders(r);
    const starts = Array.from({ length: count }, () => buy(r, growth, h, size / count, how));
    return { growth, boughtAtHours: Math.min(...starts) };
  },
});

export const fraudScenarios: Scenario[] = [
  bought('package step', step),
  bought('late injection', { ...step, startShare: [0.5, 0.85] }),
  bought('several small packages', { ...step, hours: [0.5, 4] }, (r) => Math.floor(r.between(3, 6))),
  bought('linear drip', drip),
  bought('drip with likes', { ...drip, likes: [0.5, 1.3], comments: [0, 0.2] }),
  bought('step with likes', { ...step, likes: [0.3, 1.5], comments: [0, 0.1] }),
  bought('too many likes', { ...step, likes: [6, 14], comments: [0, 0.1] }),
  {
    name: 'mixed organic and bought',
    fraud: true,
    draw: (r, p, h) => {
      const growth = organic(r, p, h);
      const views = sum(growth.views) * r.between(0.4, 1.2);
      return { growth, boughtAtHours: buy(r, growth, h, views, r.chance(0.5) ? step : drip) };
    },
  },
  {
    name: 'bought, then purged',
    fraud: true,
    draw: (r, p, h) => {
      const growth = modest(r, p, h);
      const size = packageFor(r, growth);
      const boughtAtHours = buy(r, growth, h, size, { ...step, startShare: [0.02, 0.35] });
      const at = Math.floor(growth.steps * r.between(0.6, 0.95));
      growth.views[at]! -= Math.round(size * r.between(0.2, 0.9));
      return { growth, boughtAtHours };
    },
  },
];
