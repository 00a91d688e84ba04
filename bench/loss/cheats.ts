import { blend, only, spread, type Viewers } from '../fraud/audiences.ts';
import { growOrganic, HOURS_PER_STEP } from '../fraud/growth.ts';
import { bought, type Order, wave } from '../fraud/orders.ts';
import type { Random } from '../fraud/random.ts';
import type { Scenario } from '../fraud/scenarios.ts';
import type { Seller } from '../fraud/sellers.ts';
import { type Habits, habitsOf, type Kind, type Occasion } from './kind.ts';
import type { Played } from './post.ts';

interface Cheat {
  /** The delivery, for a scenario of bought orders. */
  order?: (r: Random, occasion: Occasion) => Order;
  draw?: (r: Random, occasion: Occasion) => Played;
  seller?: Seller;
  soldAs?: (r: Random) => Partial<Viewers>;
  habits?: Partial<Habits>;
  isPerfect?: boolean;
}

const cheat = (name: string, { order, draw, seller, soldAs, habits, isPerfect }: Cheat): Kind => ({
  name,
  set: 'new',
  fraud: true,
  ...(isPerfect && { isPerfect }),
  habits: { ...habitsOf(true), ...habits },
  draw: (r, occasion) => ({
    ...(draw?.(r, occasion) ?? delivered(name, order!, r, occasion)),
    ...(seller && { seller }),
    ...(soldAs && { soldAs: soldAs(r) }),
  }),
});

function delivered(name: string, order: (r: Random, o: Occasion) => Order, r: Random, o: Occasion): Played {
  const scenario: Scenario = bought(name, (random) => order(random, o));
  return scenario.draw(r, o.platform, o.hours);
}

/** Likes, comments and shares as an audience gives them. */
const like = (r: Random, low = 0.7) => ({ likes: r.between(low, 1.05), talk: r.between(low, 1.05) });
/** A delivery that is proportional to the clip's own views from its first hour on. */
const inProportion = (r: Random, { hours }: Occasion): Order => ({
  at: 0,
  hours,
  pace: (_part, _hours, own) => own,
  jitter: 0.05,
  ...like(r, 0.9),
});
const package_ = (least: number, most: number) => ({ views: { least, most } });

/** Bursts of an hour, each below the thresholds of spikes, that keep about half of the clip's like rate. */
const underThresholds = (r: Random): Order => {
  const salt = r.between(1, 9);
  return {
    at: r.between(6, 20),
    hours: r.between(120, 240),
    pace: (_, hours, own) => own * (Math.sin(hours * 1.7 + salt) > 0.2 ? 2.6 : 0.4) + 1,
    likes: r.between(0.56, 0.7),
    talk: r.between(0.5, 0.8),
    jitter: 0.3,
  };
};

/** A first day of own views, then bots in daily portions that are a small part of all views. */
function smallPortions(r: Random, { platform, hours }: Occasion): Played {
  const growth = growOrganic(r, {
    platform,
    hours,
    views: r.logBetween(25_000, 200_000),
    waves: [{ ...wave(r, 0, 1), decayExponent: r.between(1.6, 2) }],
    dayNight: r.between(0.2, 0.5),
    noise: 0.15,
  });
  const own = growth.views.reduce((a, b) => a + b, 0);
  const from = Math.floor(36 / HOURS_PER_STEP);
  const portion = (own * 0.018) / (24 / HOURS_PER_STEP);
  for (let i = from; i < growth.steps; i++) {
    const day = 1 + 0.5 * Math.cos((2 * Math.PI * (i * HOURS_PER_STEP)) / 24);
    const views = r.poisson(portion * day);
    const likes = r.poisson(views * growth.likeRate);
    growth.views[i]! += views;
    growth.bought[i]! += views;
    growth.likes[i]! += likes;
    growth.comments[i]! += r.poisson(likes * growth.commentRate);
  }
  return { growth, boughtAtHours: 36 };
}

/** Phones in racks abroad: they scroll the platform's feed and watch to the end. */
const phones = (r: Random): Partial<Viewers> => ({
  percentage: r.between(45, 95),
  engaged: r.between(0.55, 0.9),
  viewsPerReach: r.between(1.1, 2.2),
  sources: { recommended: r.between(0.6, 0.85), search: 0.15, profile: 0.05 },
  countries: blend(only(r), spread(r), r.between(0.4, 0.9)),
  devices: { mobile: 1 },
});

/** A delivery that its buyer declares as a raid. */
const declaredAsRaid =
  (order: (r: Random) => Order) =>
  (r: Random, occasion: Occasion): Played => {
    const one = order(r);
    const shared = { how: 'raid' as const, atHours: one.at! };
    return { ...delivered('declared as a raid', () => one, r, occasion), shared };
  };

const inLockstep = (_r: Random, { group }: Occasion): Order => ({
  at: 5 + (group % 7),
  hours: 60,
  pace: (part) => (1 + 8 * part) ** -1,
  likes: 0.8,
  talk: 0.8,
});

const honestFirst = (clips: number): Partial<Habits> => ({ honestFirst: clips, honestGapDays: 2 });
/** Clips that are just large enough to count as proven. */
const smallFirst = (clips: number): Partial<Habits> => ({
  ...honestFirst(clips),
  honestViews: { least: 1_200, most: 3_000 },
});

/** Buyers who have read our documentation. Each uses one gap that it reveals. */
export const cheats: readonly Kind[] = [
  cheat('buys first, submits at hour 60', {
    order: (r) => ({ at: 0.5, hours: 50, pace: (part) => (1 + 6 * part) ** -1.2, ...like(r, 0.3) }),
    habits: { submitAfterHours: 60 },
  }),
  cheat('in proportion to its own views', { order: inProportion }),
  cheat('cheap bots beside its own views', { order: inProportion, seller: 'starts' }),
  cheat('small daily portions', { draw: smallPortions, seller: 'starts', habits: package_(5_000, 250_000) }),
  cheat('fills the limit and leaves', {
    order: inProportion,
    habits: { ...package_(8_000, 16_000), leftAfter: 1, gapDays: 2 },
  }),
  cheat('trust of 3 clips, then burnt', { order: inProportion, habits: honestFirst(3) }),
  cheat('trust of 10 clips, then burnt', { order: inProportion, habits: honestFirst(10) }),
  cheat('trust of 20 clips, then burnt', { order: inProportion, habits: honestFirst(20) }),
  cheat('trust of 3 small clips, then burnt', { order: inProportion, habits: smallFirst(3) }),
  cheat('trust of 20 small clips, then burnt', { order: inProportion, habits: smallFirst(20) }),
  cheat('five accounts of one person', { order: inLockstep, habits: { accounts: 5 } }),
  cheat('three platforms at once', { order: inProportion, habits: { accounts: 3, everyPlatform: true } }),
  cheat('likes, comments and watch time', { order: inProportion, seller: 'watching' }),
  cheat('bursts just under thresholds', { order: underThresholds }),
  cheat('buys in the last two days', {
    order: (r, { windowEndsAt }) => ({
      at: Math.max(24, windowEndsAt - 50),
      hours: 46,
      pace: (part) => Math.sin(Math.PI * part) + 0.2,
      ...like(r, 0.5),
    }),
  }),
  cheat('deletes and posts again', { order: inProportion, habits: { repostedAfterHours: 50 } }),
  cheat('declares its package as a raid', {
    draw: declaredAsRaid((r) => ({
      at: r.between(8, 40),
      hours: r.between(2, 8),
      pace: () => 1,
      likes: r.between(0, 0.15),
    })),
  }),
  cheat('declares a burst with likes as a raid', {
    draw: declaredAsRaid((r) => ({
      at: r.between(8, 40),
      hours: 10,
      pace: (part) => (1 + 20 * part) ** -2,
      ...like(r),
    })),
  }),
  cheat('phone farm', { order: inProportion, soldAs: phones, isPerfect: true }),
  cheat('perfect imitation', { order: inProportion, seller: 'perfect', isPerfect: true }),
];
