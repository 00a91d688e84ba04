import { bought, type Order } from './orders.ts';
import type { Random } from './random.ts';
import type { Scenario } from './scenarios.ts';

/**
 * Buyers who have read docs/verification.md: their deliveries rise, fade, pause at night and engage like
 * audiences. All deliver likes, most deliver comments and shares, and all are read by a reader that misses
 * polls.
 */
const talk = (r: Random, low = 0.4): Pick<Order, 'likes' | 'talk'> => ({
  likes: r.between(low, 1),
  talk: r.between(low, 1),
});
const dayOf = (hours: number) => ((hours % 24) + 24) % 24;
const swing = (r: Random) => {
  const [depth, peak] = [r.between(0.3, 0.7), r.between(0, 24)];
  return (hours: number) => 1 + depth * Math.cos((2 * Math.PI * (hours - peak)) / 24);
};
const messy = { reading: 'messy' } as const;
const fading = (x: number, riseAt: number, exponent: number) => {
  const t = x / riseAt;
  return t ** 1.5 / (1 + t ** (1.5 + exponent));
};

/** The imitators on which thresholds are developed; `laterImitators` is the other half. */
export const imitators: Scenario[] = [
  bought(
    'fades with likes',
    (r) => {
      const day = swing(r);
      return { hours: r.logBetween(40, 200), pace: (x, h) => (1 + 10 * x) ** -1.1 * day(h), ...talk(r) };
    },
    messy,
  ),
  bought(
    'wave of its own',
    (r) => {
      const [day, rise, exponent] = [swing(r), r.between(0.02, 0.08), r.between(1, 1.7)];
      return {
        hours: r.logBetween(60, 300),
        pace: (x, h) => fading(x, rise, exponent) * day(h),
        ...talk(r, 0.5),
      };
    },
    messy,
  ),
  bought(
    'drip by day with likes',
    (r) => {
      const day = swing(r);
      return { hours: r.logBetween(60, 250), pace: (_, h) => day(h), ...talk(r) };
    },
    messy,
  ),
  bought(
    'many small portions',
    (r) => {
      const [share, salt] = [r.between(0.05, 0.2), r.between(1, 9)];
      return {
        hours: r.logBetween(60, 250),
        pace: (_, h) =>
          Math.abs(Math.sin(salt * Math.floor(h / 2.5) * 12.9898) * 43_758.5453) % 1 < share ? 1 : 0,
        ...talk(r, 0.3),
      };
    },
    messy,
  ),
  bought(
    'head start with likes',
    (r) => ({
      hours: r.between(1, 5),
      at: 0,
      pace: (x) => (1 + 3 * x) ** -1,
      ...talk(r, 0.3),
    }),
    messy,
  ),
  bought(
    'up and down with likes',
    (r) => ({
      hours: r.logBetween(14, 80),
      pace: (x) => Math.sin(Math.PI * x) ** r.between(0.8, 2),
      ...talk(r, 0.3),
    }),
    messy,
  ),
];

export const laterImitators: Scenario[] = [
  bought(
    'second wave with likes',
    (r, hours) => {
      const [rise, exponent] = [r.between(0.03, 0.15), r.between(1, 1.8)];
      return {
        hours: r.logBetween(40, 160),
        at: Math.min(hours - 12, r.between(24, Math.max(25, hours * 0.6))),
        pace: (x) => fading(x, rise, exponent),
        ...talk(r, 0.3),
      };
    },
    messy,
  ),
  bought(
    'every evening',
    (r) => {
      const at = r.between(17, 22);
      return {
        hours: r.logBetween(80, 300),
        pace: (_, h) => Math.max(0, 1 - Math.abs(dayOf(h) - at) / 3),
        ...talk(r, 0.3),
      };
    },
    messy,
  ),
  bought(
    'follows the clip',
    (r) => ({
      hours: r.logBetween(40, 300),
      pace: (_part, _hours, own) => own,
      ...talk(r, 0.2),
    }),
    messy,
  ),
  bought(
    'bursts at weekends',
    (r) => {
      const first = r.between(0, 7);
      return {
        hours: r.logBetween(120, 500),
        pace: (_, h) => (Math.floor(h / 24 + first) % 7 < 2 && dayOf(h) > 9 ? 1 + Math.sin(h) ** 2 : 0.02),
        ...talk(r, 0.3),
      };
    },
    messy,
  ),
  bought(
    'noisy drip with pauses',
    (r) => {
      const salt = r.between(1, 9);
      return {
        hours: r.logBetween(60, 300),
        pace: (_, h) => Math.max(0, Math.sin(h / salt) + Math.sin(h / 3.7 + salt) + 0.6),
        jitter: r.between(0.4, 0.9),
        ...talk(r, 0.3),
      };
    },
    messy,
  ),
  bought(
    'long tail',
    (r, hours) => ({
      hours: r.logBetween(100, 500),
      at: Math.min(hours - 12, r.between(30, Math.max(31, hours * 0.4))),
      pace: (x) => (1 + 2 * x) ** -0.7,
      ...talk(r, 0),
    }),
    messy,
  ),
];
