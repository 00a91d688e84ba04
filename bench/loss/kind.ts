import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { Random } from '../fraud/random.ts';
import { BUYER_GAP_DAYS, HONEST_GAP_DAYS, HONEST_VIEWS, PACKAGE_VIEWS } from './assumptions.ts';
import type { Played } from './post.ts';

/** Behaviour of the owners of a kind's accounts. */
export interface Habits {
  gapDays: number;
  /** Hours after the post at which the clip is submitted. */
  submitAfterHours: number;
  /** Clips without bought views with which an account begins, and the days between them. */
  honestFirst: number;
  honestGapDays: number;
  /** Least and most views of these clips. */
  honestViews: { least: number; most: number };
  /** Bought clips after which the account is left; absent if it is used as long as it pays. */
  leftAfter?: number;
  /** Accounts of one person that post the same delivery at the same hours. */
  accounts: number;
  /** Whether these accounts are on different platforms. */
  everyPlatform?: boolean;
  /** Hours after the submission at which the post is deleted and posted again as another. */
  repostedAfterHours?: number;
  /** Least and most of the bought views of a buyer's clip, or of all views of an honest one. */
  views: { least: number; most: number };
}

/** The circumstances of a clip. */
export interface Occasion {
  platform: PostPlatform;
  /** Length of the growth in hours. */
  hours: number;
  /** Hours after the post at which the listing's window ends. */
  windowEndsAt: number;
  postedAt: Date;
  /** Number that all clips of one group of accounts share. */
  group: number;
}

export interface Kind {
  name: string;
  set: 'known' | 'imitators' | 'simulator' | 'blind' | 'new';
  fraud: boolean;
  /** Whether issue 45 allows a loss of $100 per $1,000: nothing but the price differs from an audience. */
  isPerfect?: boolean;
  habits: Habits;
  draw(random: Random, occasion: Occasion): Played;
}

const honestHabits: Habits = {
  gapDays: HONEST_GAP_DAYS,
  submitAfterHours: 1,
  honestFirst: 0,
  honestGapDays: 1,
  honestViews: { ...HONEST_VIEWS, most: 40_000 },
  accounts: 1,
  views: HONEST_VIEWS,
};
const buyerHabits: Habits = { ...honestHabits, gapDays: BUYER_GAP_DAYS, views: PACKAGE_VIEWS };
export const habitsOf = (fraud: boolean): Habits => (fraud ? buyerHabits : honestHabits);
