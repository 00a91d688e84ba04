import { growOrganic, HOURS_PER_STEP } from '../fraud/growth.ts';
import { wave } from '../fraud/orders.ts';
import type { Random } from '../fraud/random.ts';
import type { SharedAt } from '../fraud/scenarios.ts';
import { habitsOf, type Kind, type Occasion } from './kind.ts';
import type { Played } from './post.ts';

type Shape = Parameters<typeof growOrganic>[1];

const usual = (r: Random) => ({ dayNight: r.between(0.2, 0.75), noise: r.between(0.08, 0.3) });
const size = (r: Random, median: number) => Math.max(1_000, r.logNormal(median, 1.2));

const grown = (r: Random, { platform, hours }: Occasion, shape: Partial<Shape>) =>
  growOrganic(r, { platform, hours, views: size(r, 12_000), waves: [wave(r, 0, 1)], ...usual(r), ...shape });

/** A crowd that somebody with an audience sends: it arrives within minutes and thins out within hours. */
const sent = (r: Random, atHours: number, share: number, likes: number): Shape['waves'][number] => ({
  startHours: atHours,
  riseHours: r.between(0.25, 0.6),
  riseExponent: r.between(2, 4),
  decayExponent: r.between(1.8, 3),
  share,
  likeFactor: likes,
});

const honest = (
  name: string,
  draw: (r: Random, occasion: Occasion) => Played,
  habits: Partial<Kind['habits']> = {},
): Kind => ({ name, set: 'new', fraud: false, habits: { ...habitsOf(false), ...habits }, draw });

/** A clip that somebody with an audience shared at this hour. */
const sharedClip =
  (how: SharedAt['how'], at: (r: Random) => number, share: [number, number], likes: [number, number]) =>
  (r: Random, occasion: Occasion): Played => {
    const atHours = at(r);
    const crowd = sent(r, atHours, r.logBetween(...share), r.between(...likes));
    return {
      growth: grown(r, occasion, { waves: [wave(r, 0, 1), crowd] }),
      shared: { how, atHours },
      audience: how === 'newsletter' ? 'article' : 'chats',
    };
  };

/** Honest clips that look bought to somebody who sees only their counts. */
export const crowds: readonly Kind[] = [
  honest(
    'raided by a streamer',
    sharedClip('raid', (r) => r.between(3, 60), [0.7, 8], [0.4, 1.1]),
  ),
  honest(
    'community post',
    sharedClip('community_post', (r) => r.between(8, 96), [0.5, 3], [0.8, 1.6]),
  ),
  honest(
    'newsletter',
    sharedClip('newsletter', (r) => r.between(12, 120), [0.3, 2], [0.2, 0.6]),
  ),
  honest('comments closed by the owner', (r, o) => ({
    growth: grown(r, o, { commentFactor: 0 }),
    reading: 'messy',
  })),
  honest('counted in batches', (r, o) => ({
    growth: grown(r, o, {}),
    batchHours: r.pick([3, 6, 12]),
  })),
  honest('views purged by the platform', (r, o) => {
    const growth = grown(r, o, {});
    const at = Math.floor(r.between(48, 168) / HOURS_PER_STEP);
    const seen = growth.views.subarray(0, at).reduce((a, b) => a + b, 0);
    growth.views[at]! -= Math.round(seen * r.between(0.02, 0.08));
    return { growth };
  }),
  honest('a crowd from abroad', (r, o) => ({
    growth: grown(r, o, {
      waves: [
        wave(r, 0, 1),
        { ...wave(r, r.between(20, 120), r.logBetween(1, 8)), likeFactor: r.between(0.5, 1.1) },
      ],
    }),
    audience: 'abroad',
  })),
  honest(
    'small niche channel',
    (r, o) => ({
      growth: grown(r, o, {
        views: r.logBetween(1_000, 4_000),
        likeFactor: r.between(1.2, 3),
        commentFactor: 2,
      }),
    }),
    { gapDays: 3 },
  ),
  honest(
    'friends who post together',
    (r, o) => ({ growth: grown(r, o, { views: size(r, 8_000) }), audience: 'chats' }),
    { accounts: 3 },
  ),
];
