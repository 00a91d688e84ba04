import { audienceOf, wave } from './orders.ts';
import type { Random } from './random.ts';
import type { Scenario } from './scenarios.ts';

/** Honest clips of audiences that behave unlike most, read by a reader that misses polls. */
const usual = (r: Random) => ({ dayNight: r.between(0.2, 0.75), noise: r.between(0.08, 0.3) });
const sudden = (r: Random, at: number, share: number, likes: number) => ({
  ...wave(r, at, share),
  riseHours: r.between(0.3, 0.8),
  decayExponent: r.between(1.9, 2.6),
  likeFactor: likes,
});
const days = (hours: number) => Math.min(12, Math.max(2, Math.floor(hours / 24)));
const messy = { reading: 'messy' } as const;

/** The odd clips on which thresholds are developed; `laterOddClips` is the other half. */
export const oddClips: Scenario[] = [
  audienceOf(
    'shown in a broadcast',
    usual,
    (r, h) => [wave(r, 0, 1), sudden(r, r.between(0.2, 0.7) * h, r.logBetween(0.7, 10), r.between(0.4, 1))],
    { ...messy, audience: 'television' },
  ),
  audienceOf(
    'comments closed',
    (r) => ({ ...usual(r), commentFactor: 0 }),
    (r) => [wave(r, 0, 1)],
    messy,
  ),
  audienceOf(
    'older viewers later',
    usual,
    (r, h) => [
      wave(r, 0, 1),
      {
        ...wave(r, r.between(0.2, 0.6) * h, r.logBetween(0.5, 3)),
        riseHours: r.between(6, 20),
        likeFactor: r.between(0.3, 0.6),
      },
    ],
    { ...messy, audience: 'living_room' },
  ),
  audienceOf(
    'newsletter each morning',
    usual,
    (r, h) =>
      Array.from({ length: days(h) }, (_, day) => ({
        ...sudden(r, 24 * day + 7, r.between(0.3, 1), r.between(0.6, 1.1)),
      })),
    messy,
  ),
  audienceOf(
    'found abroad',
    usual,
    (r, h) => [
      wave(r, 0, 1),
      { ...wave(r, r.between(0.2, 0.6) * h, r.logBetween(1, 8)), likeFactor: r.between(0.5, 1.1) },
    ],
    { ...messy, audience: 'abroad' },
  ),
  audienceOf('watched in loops', usual, (r) => [wave(r, 0, 1)], { ...messy, audience: 'loopers' }),
];

export const laterOddClips: Scenario[] = [
  audienceOf(
    'embedded in an article',
    usual,
    (r, h) => [wave(r, 0, 1), sudden(r, r.between(0.1, 0.7) * h, r.logBetween(0.5, 6), r.between(0.3, 0.7))],
    { ...messy, audience: 'article' },
  ),
  audienceOf(
    'passed on in chats',
    (r) => ({ ...usual(r), commentFactor: 0.2 }),
    (r, h) => [
      wave(r, 0, 1),
      {
        ...wave(r, r.between(0.1, 0.6) * h, r.logBetween(1, 6)),
        riseHours: r.between(0.7, 2),
        likeFactor: r.between(0.4, 0.9),
      },
    ],
    { ...messy, audience: 'chats' },
  ),
  audienceOf(
    'shown in lessons',
    (r) => ({ dayNight: r.between(0.8, 0.95), noise: r.between(0.1, 0.3) }),
    (r, h) =>
      Array.from({ length: days(h) }, (_, day) => ({
        ...wave(r, 24 * day, day % 7 < 5 ? 1 : 0.05),
        riseHours: r.between(1, 3),
      })),
    { ...messy, audience: 'classroom' },
  ),
  audienceOf(
    'around the world',
    (r) => ({ dayNight: r.between(0.02, 0.12), noise: r.between(0.05, 0.12) }),
    (r) => [wave(r, 0, 1), wave(r, r.between(6, 18), r.between(0.5, 1.5))],
    messy,
  ),
  audienceOf(
    'disappoints after a good title',
    (r) => ({ ...usual(r), likeFactor: r.between(0.35, 0.7) }),
    (r) => [wave(r, 0, 1)],
    { ...messy, audience: 'disappointed' },
  ),
  audienceOf(
    'few likes, many questions',
    (r) => ({ ...usual(r), likeFactor: r.between(0.4, 0.7), commentFactor: r.between(3, 8) }),
    (r) => [wave(r, 0, 1)],
    messy,
  ),
];
