import type { SignalKey } from '#contract/scoring/signals.ts';
import type { AnalyticsFigures, PeriodFigures } from './analytics-figures.ts';
import type { Ramp } from './baselines.ts';
import { count, percent } from './format.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';

/**
 * Signals that the curve alone raised and that a real audience explains. Not included: removed views, duplicates,
 * times, identities, comparisons with other clips, and likes beyond the rates of real audiences.
 */
const CLEARED: readonly SignalKey[] = [
  'low_like_rate',
  'likes_without_comments',
  'view_spike',
  'unliked_burst',
  'linear_delivery',
  'abrupt_stop',
  'like_rate_drop',
  'beyond_followers',
  'missing_decay',
  'regular_likes',
  'silent_views',
  'instant_plateau',
  'no_daily_cycle',
];

interface Doubt {
  of(figures: PeriodFigures): number;
  /** Values at which the figure raises no doubt (`weak`) and full doubt (`strong`). */
  ramp: Ramp;
  /** Largest fraction of the proof that this doubt removes. */
  most: number;
  /** Returns a part of the sentence about the proof, for a figure that is known and raises no doubt. */
  proof?: (figures: PeriodFigures) => string;
}

/**
 * Figures that can prove a real audience, each with the ramp at which it raises doubt. A figure raises doubt
 * before it is bad enough for the matching signal.
 */
const doubts: Doubt[] = [
  {
    of: ({ watched }) => watched,
    ramp: { weak: 0.75, strong: 0.5 },
    most: 1,
    proof: ({ percentage }) => `they lasted ${Math.round(percentage)}% of the clip`,
  },
  {
    of: ({ engaged }) => engaged,
    ramp: { weak: 0.7, strong: 0.45 },
    most: 1,
    proof: ({ period }) => `${percent(period.engagedViews! / period.views)} were engaged`,
  },
  { of: ({ viewsPerReach }) => viewsPerReach, ramp: { weak: 2, strong: 3.5 }, most: 1 },
  {
    of: ({ untraceable }) => untraceable,
    ramp: { weak: 0.2, strong: 0.5 },
    most: 0.8,
    proof: ({ untraceable }) => `${percent(1 - untraceable)} came from the platform itself`,
  },
  { of: ({ advertised }) => advertised, ramp: { weak: 0.05, strong: 0.3 }, most: 1 },
  {
    of: ({ foreign }) => foreign,
    ramp: { weak: 0.35, strong: 0.7 },
    most: 0.8,
    proof: ({ foreign }) => `${percent(1 - foreign)} from the account's usual countries`,
  },
  { of: ({ unusualDevices }) => unusualDevices, ramp: { weak: 0.35, strong: 0.7 }, most: 0.6 },
];
/** Fewer known kinds of figures prove nothing; exactly this many prove only half. */
export const MIN_KINDS = 2;
export const MIN_VIEWS = 1_000;
/** Doubtful views count in full from this share of all views on, however many periods they are spread over. */
const SMALL = 0.03;
/** A figure is known if the platform reports it for this share of the views. */
const KNOWN_SHARE = 0.9;

/** Returns the largest doubt, 0 to 1, that this figure raises about the most doubtful views together. */
function doubtOf({ of, ramp }: Doubt, periods: readonly PeriodFigures[], views: number): number {
  const rated = periods
    .map((figures) => ({ level: along(ramp, of(figures)), views: figures.period.views }))
    .toSorted((a, b) => b.level - a.level);
  let doubted = 0;
  return rated.reduce((most, one) => {
    doubted += one.views;
    return Math.max(most, one.level * Math.min(1, doubted / (SMALL * views)));
  }, 0);
}

interface Trust {
  /** 0 to 1: how much the figures look like a real audience. */
  trust: number;
  /** The figures that are known. */
  known: Doubt[];
  largest: PeriodFigures;
}

/** Returns null if too few figures are known. Watch time or engaged views must be among them. */
export function trustOf({ periods, views }: AnalyticsFigures): Trust | null {
  if (views < MIN_VIEWS) return null;
  const largest = periods.toSorted((a, b) => b.period.views - a.period.views)[0]!;
  const viewsWith = ({ of }: Doubt) =>
    periods.reduce((sum, figures) => sum + (Number.isNaN(of(figures)) ? 0 : figures.period.views), 0);
  const known = doubts.filter((doubt) => viewsWith(doubt) >= KNOWN_SHARE * views);
  const isWatchKnown = known.some((doubt) => doubt === doubts[0] || doubt === doubts[1]);
  if (!isWatchKnown || known.length < MIN_KINDS) return null;
  const trust = known.reduce((left, doubt) => left * (1 - doubt.most * doubtOf(doubt, periods, views)), 1);
  return { trust, known, largest };
}

/** Figures disagree with the public counter from the first gap on, and are useless from the second on. */
export const GAP = { weak: 0.08, strong: 0.25 };

/** `seen_by_people`: the analytics look like a real audience, which reduces suspicion. */
function seenByPeople({ audience, views }: Evidence): Finding | null {
  const found = audience && trustOf(audience);
  if (!found) return null;
  const { trust, known, largest } = found;
  const covered = along({ weak: 0.4, strong: 0.7 }, audience.views / views);
  const enough = known.length > MIN_KINDS ? 1 : 0.5;
  return {
    observed: trust,
    gate: covered * enough * (1 - along(GAP, audience.gap)),
    sentence: () =>
      `The owner's figures for ${count(audience.views)} views look like people: of the ${count(largest.period.views)} in the largest part, ${known
        .flatMap(({ proof }) => (proof ? [proof(largest)] : []))
        .join(', ')}.`,
  };
}

/**
 * A stretch is not cleared if the analytics cover at most `weak` of its views, and is fully cleared from
 * `strong` on. Analytics are days late, so they may cover less than all views.
 */
const KNOWN_PART: Ramp = { weak: 0.5, strong: 0.9 };

function knownPart({ curve, audience }: Evidence, stretch: Finding['stretch']): number {
  const { count: size, hours, views } = curve;
  const { from, to } = stretch ?? { from: 0, to: size - 1 };
  let last = from;
  while (last < to && hours[last + 1]! <= audience!.toHours + 0.5) last++;
  const all = views[to]! - (stretch ? views[from]! : 0);
  return all > 0 ? (views[last]! - (stretch ? views[from]! : 0)) / all : 1;
}

export const peopleSignal: Signal = {
  id: 'seen_by_people',
  version: 1,
  weight: 0.9,
  needsHistory: false,
  needsLikes: false,
  ramp: { weak: 0.4, strong: 0.9 },
  clears: (evidence, id, stretch) =>
    CLEARED.includes(id) ? along(KNOWN_PART, knownPart(evidence, stretch)) : 0,
  measure: seenByPeople,
};
