import { platforms } from '#contract/platforms/platforms.ts';
import type { SignalKey } from '#contract/scoring/signals.ts';
import { MIN_PERIOD_VIEWS, type PeriodFigures, type PooledFigures, pool } from './analytics-figures.ts';
import type { Ramp } from './baselines.ts';
import { count, duration, percent } from './format.ts';
import { along, type Evidence, type Finding, type Signal } from './signal.ts';

/**
 * If views from an unusual origin watch as much of the clip as usual, they are probably real, so a single
 * such finding is reduced by this factor. Several findings in the same period are not reduced: an audience
 * seldom changes its sources, countries and devices at once.
 */
const EXCUSE = 0.6;
const watchedWell = (watched: number) => along({ weak: 0.5, strong: 0.85 }, watched);
const severalOdd = (others: number) => along({ weak: 0.15, strong: 0.6 }, others);

interface Measure {
  id: SignalKey;
  weight: number;
  ramp: Ramp;
  observed(figures: PeriodFigures): number;
  sentence(figures: PooledFigures, evidence: Evidence): string;
  /** Whether the figure concerns where views come from. */
  isOrigin?: boolean;
  /** Whether the figure is compared with a usual value, which comes from the account or, weaker, from its platform. */
  isRelative?: boolean;
}

const when = ({ period }: PeriodFigures) =>
  period.toHours < 72
    ? `between hour ${Math.round(period.fromHours)} and hour ${Math.round(period.toHours)}`
    : `between day ${Math.round(period.fromHours / 24)} and day ${Math.round(period.toHours / 24)}`;
const viewsOf = (figures: PooledFigures) =>
  `${count(figures.period.views)} views${figures.parts > 1 ? ` in ${figures.parts} stretches` : ''} ${when(figures)}`;
/** Names the value with which a figure is compared; it is assumed if the account has too few other clips. */
const comparedWith = ({ isUsualKnown }: PeriodFigures, usual: string) =>
  isUsualKnown
    ? `The account's other clips: ${usual}.`
    : `We compare with ${usual}, because the account has too few other clips here.`;
const platformOf = ({ history }: Evidence) => platforms[history.platform].name;

const measures: Measure[] = [
  {
    id: 'short_watch_time',
    weight: 0.78,
    ramp: { weak: 0.62, strong: 0.25 },
    isRelative: true,
    observed: ({ watched }) => watched,
    sentence: (figures) =>
      `The ${viewsOf(figures)} lasted ${Math.round(figures.percentage)}% of the clip on average. ${comparedWith(figures, `${Math.round(figures.usualPercentage)}%`)}`,
  },
  {
    id: 'few_engaged_views',
    weight: 0.65,
    ramp: { weak: 0.6, strong: 0.25 },
    isRelative: true,
    observed: ({ engaged }) => engaged,
    sentence: (figures, evidence) =>
      `Of the ${viewsOf(figures)}, ${platformOf(evidence)} counts ${percent(figures.engaged * figures.usualEngaged)} as engaged. ${comparedWith(figures, percent(figures.usualEngaged))}`,
  },
  {
    id: 'views_without_reach',
    weight: 0.6,
    ramp: { weak: 2.5, strong: 6 },
    observed: ({ viewsPerReach }) => viewsPerReach,
    sentence: (figures) =>
      `The ${viewsOf(figures)} come from ${count(figures.period.views / figures.viewsPerReach)} accounts.`,
  },
  {
    id: 'untraceable_traffic',
    weight: 0.65,
    ramp: { weak: 0.3, strong: 0.65 },
    observed: ({ untraceable }) => untraceable,
    isOrigin: true,
    sentence: (figures) =>
      `Of the ${viewsOf(figures)}, ${percent(figures.untraceable)} come from other sites, embedded players or no known place, not from the platform's own feeds and search.`,
  },
  {
    id: 'advertised_views',
    weight: 0.45,
    ramp: { weak: 0.1, strong: 0.5 },
    observed: ({ advertised }) => advertised,
    sentence: (figures, evidence) =>
      `Of the ${viewsOf(figures)}, ${percent(figures.advertised)} come from advertising that someone paid ${platformOf(evidence)} for.`,
  },
  {
    id: 'foreign_audience',
    weight: 0.5,
    ramp: { weak: 0.4, strong: 0.75 },
    observed: ({ foreign }) => foreign,
    isOrigin: true,
    sentence: (figures) =>
      `Of the ${viewsOf(figures)}, ${percent(figures.foreign)} come from countries in which the account's other clips have fewer views.`,
  },
  {
    id: 'unusual_devices',
    weight: 0.5,
    ramp: { weak: 0.35, strong: 0.7 },
    observed: ({ unusualDevices }) => unusualDevices,
    isOrigin: true,
    sentence: (figures) =>
      `Of the ${viewsOf(figures)}, ${percent(figures.unusualDevices)} come from kinds of devices on which the account's other clips have fewer views.`,
  },
  {
    id: 'few_subscribers',
    weight: 0.15,
    ramp: { weak: 0.15, strong: 0.02 },
    observed: ({ subscribed }) => subscribed,
    isOrigin: true,
    sentence: (figures) =>
      `Of the ${viewsOf(figures)}, ${percent(figures.subscribed * figures.usualSubscribed)} are by subscribers; ${percent(figures.usualSubscribed)} on the account's other clips.`,
  },
];

/** Returns the weight of a finding, 0 to 1, given the period's other figures. */
function saysOf(measure: Measure, figures: PeriodFigures): number {
  if (measure.isRelative) return figures.isUsualKnown ? 1 : 0.5;
  if (!measure.isOrigin) return 1;
  const others = measures
    .filter(({ id, isOrigin }) => isOrigin && id !== measure.id && id !== 'few_subscribers')
    .reduce((sum, other) => sum + along(other.ramp, other.observed(figures)), 0);
  return 1 - EXCUSE * watchedWell(figures.watched) * (1 - severalOdd(others));
}

/**
 * Returns the periods in which a figure is most suspicious, weighted by their views. The most suspicious
 * period is first judged alone, then together with the second, and so on: bought views in daily portions are
 * as suspicious as those of one day.
 */
function worstPeriods(measure: Measure, evidence: Evidence, ramp: Ramp): Finding | null {
  const suspicion = (figures: PeriodFigures) =>
    along(ramp, measure.observed(figures)) * saysOf(measure, figures);
  const suspects = (evidence.audience?.periods ?? [])
    .filter((figures) => suspicion(figures) > 0)
    .toSorted((a, b) => suspicion(b) - suspicion(a));
  let worst: Finding | null = null;
  let highest = 0;
  for (const n of suspects.keys()) {
    const figures = pool(suspects.slice(0, n + 1));
    const { views } = figures.period;
    const observed = measure.observed(figures);
    const enough = along({ weak: MIN_PERIOD_VIEWS, strong: 1_000 }, views);
    const gate =
      saysOf(measure, figures) * enough * along({ weak: 0.02, strong: 0.12 }, views / evidence.views);
    const strength = along(ramp, observed) * gate;
    // Periods that are equally suspicious are contested together.
    if (strength === 0 || strength < highest - 1e-9) continue;
    highest = strength;
    const { stretch } = figures;
    worst = {
      observed,
      gate,
      stretch,
      contests: evidence.curve.views[stretch.to]! > evidence.curve.views[stretch.from]!,
      sentence: () => measure.sentence(figures, evidence),
    };
  }
  return worst;
}

/** `analytics_disagree`: the owner's figures count far fewer or more views than the public counter in the same time. */
function disagree({ audience, history }: Evidence): Finding | null {
  if (!audience || !(audience.counted > 0) || audience.views < 500) return null;
  const { views, counted, gap, toHours } = audience;
  return {
    observed: gap,
    gate: along({ weak: 500, strong: 2_000 }, counted),
    sentence: () =>
      `For the first ${duration(toHours)} ${platforms[history.platform].name} shows the owner ${count(views)} views, and everyone else ${count(counted)}.`,
  };
}

const always = { version: 1, needsHistory: false, needsLikes: false };

/** Signals that need released figures; they find nothing without them. */
export const audienceSignals: Signal[] = [
  ...measures.map((measure) => ({
    ...always,
    id: measure.id,
    weight: measure.weight,
    ramp: measure.ramp,
    measure: (evidence: Evidence, ramp: Ramp) => worstPeriods(measure, evidence, ramp),
  })),
  {
    ...always,
    id: 'analytics_disagree',
    weight: 0.6,
    ramp: { weak: 0.12, strong: 0.4 },
    measure: disagree,
  },
];
