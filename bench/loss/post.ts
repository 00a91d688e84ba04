import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import type { Viewers } from '../fraud/audiences.ts';
import { HOURS_PER_STEP } from '../fraud/growth.ts';
import type { Random } from '../fraud/random.ts';
import type { Drawn } from '../fraud/scenarios.ts';

/** A randomly drawn clip: its growth, its viewers, and when and with what delay the platform shows it. */
export interface Played extends Drawn {
  /** Hours since the post in which nobody can see it. */
  absence?: { fromHours: number; toHours: number };
  /** Hours between two updates of the platform's counter; absent if it is current. */
  batchHours?: number;
  /** The bought viewers; absent if they are those of a listed seller. */
  soldAs?: Partial<Viewers>;
}

/** The counters of a post after each half hour, and how many of its views were bought by then. */
export interface Curve {
  views: Int32Array;
  likes: Int32Array;
  comments: Int32Array;
  shares: Int32Array;
  bought: Int32Array;
}

/** A post at its platform. */
export interface Post extends Pick<Played, 'audience' | 'seller' | 'shared'> {
  platform: PostPlatform;
  id: string;
  handle: string;
  caption: string;
  postedAt: Date;
  durationSeconds: number;
  curve: Curve;
  /** The counter that the platform shows, which may lag behind `curve.views`. */
  shownViews: Int32Array;
  hasLikes: boolean;
  absence: { fromHours: number; toHours: number } | null;
  isDeleted: boolean;
}

export function curveOf({ growth }: Pick<Played, 'growth'>): Curve {
  const summed = (steps: Float64Array) => {
    const sums = new Int32Array(growth.steps);
    let sum = 0;
    for (let i = 0; i < growth.steps; i++) sums[i] = sum = Math.max(0, sum + steps[i]!);
    return sums;
  };
  return {
    views: summed(growth.views),
    likes: summed(growth.likes),
    comments: summed(growth.comments),
    shares: summed(growth.shares),
    bought: summed(growth.bought),
  };
}

/** Returns the counter that the platform shows: it may not change for hours, or change in batches. */
export function shownOf(random: Random, played: Played, { views }: Curve): Int32Array {
  const hours = views.length * HOURS_PER_STEP;
  const lags = lagsOf(random, played.reading, hours);
  const shown = new Int32Array(views.length);
  const batch = played.batchHours ? Math.round(played.batchHours / HOURS_PER_STEP) : 1;
  for (let i = 0, last = 0; i < views.length; i++) {
    const at = (i + 1) * HOURS_PER_STEP;
    const isStale = lags.some(([from, to]) => at > from && at < to);
    if (!isStale && (i + 1) % batch === 0) last = views[i]!;
    shown[i] = last;
  }
  return shown;
}

function lagsOf(random: Random, reading: Played['reading'], hours: number): [number, number][] {
  const lag = (longest: number): [number, number] => {
    const from = random.between(0, hours * 0.6);
    return [from, from + random.logBetween(1, longest)];
  };
  if (reading === 'stale_views') return [lag(24)];
  return reading === 'messy' ? Array.from({ length: Math.floor(random.between(0, 4)) }, () => lag(10)) : [];
}

/** Returns the absence that the reading fault `gap` stands for: a post that is deleted and restored. */
export function absenceOf(random: Random, played: Played): Post['absence'] {
  if (played.absence) return played.absence;
  if (played.reading !== 'gap') return null;
  const fromHours = random.between(24, 120);
  return { fromHours, toHours: fromHours + random.between(12, 96) };
}

const hoursAt = (post: Post, now: Date) => (now.getTime() - post.postedAt.getTime()) / 3_600_000;

/** Returns the index of the last half hour that is over; -1 before the first. */
export const stepAt = (post: Post, now: Date): number =>
  Math.min(post.curve.views.length, Math.floor(hoursAt(post, now) / HOURS_PER_STEP + 1e-6)) - 1;

/** Returns the moment at which the platform showed this many views for the first time. */
export function shownAt({ postedAt, shownViews }: Post, place: number): Date {
  const step = shownViews.findIndex((views) => views >= place - 0.5);
  const steps = step < 0 ? shownViews.length : step + 1;
  return after(postedAt, steps * HOURS_PER_STEP * HOUR);
}

export function isVisible(post: Post, now: Date): boolean {
  const hours = hoursAt(post, now);
  const { absence } = post;
  return !post.isDeleted && hours >= 0 && !(absence && hours >= absence.fromHours && hours < absence.toHours);
}

/** Returns how many of the first `position` views of the post's counter were bought. */
export function boughtBefore({ curve: { views, bought } }: Post, position: number): number {
  if (position <= 0) return 0;
  let [before, beforeBought] = [0, 0];
  for (let i = 0; i < views.length; i++) {
    if (views[i]! < position) {
      if (views[i]! > before) [before, beforeBought] = [views[i]!, bought[i]!];
      continue;
    }
    const part = views[i]! === before ? 0 : (position - before) / (views[i]! - before);
    return Math.min(position, beforeBought + part * (bought[i]! - beforeBought));
  }
  return Math.min(position, bought.at(-1)!);
}
