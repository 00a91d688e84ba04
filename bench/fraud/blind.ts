import { audienceOf, bought, wave } from './orders.ts';
import type { Scenario } from './scenarios.ts';

/**
 * Scenarios that were written after the score was finished. The score was never changed for them, so they
 * show how it handles unforeseen cases. Do not use them for tuning; add new tuning scenarios to
 * `scenarios.ts`.
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
