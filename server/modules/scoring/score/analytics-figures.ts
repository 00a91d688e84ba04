import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { sumFigures } from '#contract/sum-figures.ts';
import type { AnalyticsPeriod, ClipAnalytics, Shares } from './analytics.ts';
import { usualAudience } from './baselines.ts';
import { type Curve, known } from './history.ts';

/** One period with the derived figures that signals compare; NaN = unknown. "Relative" means divided by the usual value. */
export interface PeriodFigures {
  period: AnalyticsPeriod;
  /** Indices of the curve's readings around the period. */
  stretch: { from: number; to: number };
  /** Relative average percentage watched. */
  watched: number;
  /** Average percentage of the clip that a view watched. `usualPercentage` is the usual value. */
  percentage: number;
  usualPercentage: number;
  /** False if the account has too few other clips, so that the platform's assumed values are used. */
  isUsualKnown: boolean;
  /** Relative engaged views per view. `usualEngaged` is the usual share. */
  engaged: number;
  usualEngaged: number;
  viewsPerReach: number;
  /** Share of the views from other sites, embedded players and unknown sources. */
  untraceable: number;
  advertised: number;
  /** Shares of the views from countries and devices beyond the usual ones. */
  foreign: number;
  unusualDevices: number;
  /** Relative share of the views by subscribers. `usualSubscribed` is the usual share. */
  subscribed: number;
  usualSubscribed: number;
}

/** Derived figures of one period or of several together. */
export interface PooledFigures extends PeriodFigures {
  /** Number of periods. */
  parts: number;
}

/** Combines the figures of several periods, weighted by their views. `all` must not be empty. */
export function pool(all: readonly PeriodFigures[]): PooledFigures {
  const average = (of: (figures: PeriodFigures) => number) => {
    const parts = all.filter((figures) => !Number.isNaN(of(figures)));
    const views = parts.reduce((sum, { period }) => sum + period.views, 0);
    const sum = parts.reduce((known, figures) => known + of(figures) * figures.period.views, 0);
    return views === 0 ? Number.NaN : sum / views;
  };
  const figures = Object.fromEntries(derived.map((key) => [key, average((one) => one[key])]));
  return {
    ...all[0]!,
    ...(figures as Record<(typeof derived)[number], number>),
    parts: all.length,
    period: sumOf(all.map(({ period }) => period)),
    stretch: {
      from: Math.min(...all.map(({ stretch }) => stretch.from)),
      to: Math.max(...all.map(({ stretch }) => stretch.to)),
    },
  };
}

const derived = [
  'watched',
  'percentage',
  'engaged',
  'viewsPerReach',
  'untraceable',
  'advertised',
  'foreign',
  'unusualDevices',
  'subscribed',
] as const satisfies (keyof PeriodFigures)[];

export interface AnalyticsFigures {
  periods: PeriodFigures[];
  /** Views in all periods, and the growth of the public counter in the same time; NaN = not read then. */
  views: number;
  counted: number;
  /**
   * Difference between `views` and `counted` that a day's delay of either can't explain, as a share of
   * `counted`.
   */
  gap: number;
  toHours: number;
  /** The public counter at the end of the last period. */
  untilViews: number;
}

/** From this many other clips and views on, the account's own values are used as the usual ones. */
const ACCOUNT_CLIPS = 3;
const ACCOUNT_VIEWS = 3_000;
/**
 * Periods with fewer views are joined with those after them. Otherwise views bought in small portions would
 * be ignored, and each portion's figures would be chance.
 */
export const MIN_PERIOD_VIEWS = 100;

const shareOf = <Kind extends string>(shares: Shares<Kind> | null | undefined, kinds: readonly Kind[]) =>
  shares ? kinds.reduce((sum, kind) => sum + (known(shares[kind]) || 0), 0) : Number.NaN;

/** Returns the part of one distribution, 0 to 1, that exceeds the usual one; NaN when either is unknown. */
export function beyond(
  shares: Shares<string> | null | undefined,
  usual: Shares<string> | null | undefined,
): number {
  if (!shares || !usual || Object.keys(shares).length === 0 || Object.keys(usual).length === 0)
    return Number.NaN;
  return Object.entries(shares).reduce(
    (sum, [kind, share]) => sum + Math.max(0, (known(share) || 0) - (known(usual[kind]) || 0)),
    0,
  );
}

/** Compares each period with the account's usual audience; null = no usable analytics. */
export function toAnalytics(
  analytics: ClipAnalytics | null | undefined,
  curve: Curve,
  platform: PostPlatform,
): AnalyticsFigures | null {
  const periods = (analytics?.periods ?? []).filter(
    ({ fromHours, toHours, views }) => fromHours >= 0 && known(toHours) > fromHours && known(views) > 0,
  );
  if (!analytics || periods.length === 0 || curve.count === 0) return null;
  const { account } = analytics;
  const isUsualKnown = account && account.clips >= ACCOUNT_CLIPS && account.views >= ACCOUNT_VIEWS;
  const usual = isUsualKnown ? account : null;
  const views = periods.reduce((sum, period) => sum + period.views, 0);
  const figures = joinSmall(periods).map((period) =>
    figuresOf(period, usual, analytics.durationSeconds, platform),
  );
  const fromHours = Math.min(...periods.map((period) => period.fromHours));
  const toHours = Math.max(...periods.map((period) => period.toHours));
  const before = fromHours <= curve.hours[0]! ? 0 : viewsAt(curve, fromHours);
  const counted = viewsAt(curve, toHours) - before;
  return {
    periods: figures.map((figure) => ({ ...figure, stretch: stretchOf(curve, figure.period) })),
    views,
    counted,
    gap: counted > 0 ? gapOf(curve, toHours, views + before) / counted : 0,
    toHours,
    untilViews: before + counted,
  };
}

/** Joins periods in the order of time until each has enough views; a small rest joins the last period. */
export function joinSmall(periods: readonly AnalyticsPeriod[]): AnalyticsPeriod[] {
  const joined: AnalyticsPeriod[][] = [];
  let views = MIN_PERIOD_VIEWS;
  for (const period of periods.toSorted((a, b) => a.fromHours - b.fromHours)) {
    if (views >= MIN_PERIOD_VIEWS) {
      joined.push([]);
      views = 0;
    }
    joined.at(-1)!.push(period);
    views += period.views;
  }
  if (views < MIN_PERIOD_VIEWS && joined.length > 1) joined.at(-2)!.push(...joined.pop()!);
  return joined.map((parts) => (parts.length === 1 ? parts[0]! : sumOf(parts)));
}

const sumOf = (parts: readonly AnalyticsPeriod[]): AnalyticsPeriod => ({
  ...sumFigures(parts.map((part) => ({ ...unknownFigures, ...part }))),
  fromHours: Math.min(...parts.map(({ fromHours }) => fromHours)),
  toHours: Math.max(...parts.map(({ toHours }) => toHours)),
});

const unknownFigures = {
  engagedViews: null,
  watchSeconds: null,
  averagePercentage: null,
  completedShare: null,
  reach: null,
  subscribedShare: null,
  trafficSources: null,
  countries: null,
  devices: null,
};

/** Hours by which the counter and the analytics may lag behind each other. */
const DELAY = 24;

/**
 * Returns by how many views the analytics are outside the range that the counter showed from a day before to
 * a day after. Without a reading on one side, that side sets no limit.
 */
function gapOf(curve: Curve, toHours: number, views: number): number {
  const last = curve.count - 1;
  let [least, most] = [0, curve.hours[last]! > toHours - 1 ? curve.views[last]! : Number.POSITIVE_INFINITY];
  for (let i = 0; i <= last; i++) {
    if (curve.hours[i]! <= toHours - DELAY) least = curve.views[i]!;
    if (curve.hours[i]! >= toHours + DELAY) {
      most = curve.views[i]!;
      break;
    }
  }
  return Math.max(0, views - most, least - views);
}

function figuresOf(
  period: AnalyticsPeriod,
  usual: ClipAnalytics['account'],
  durationSeconds: number | null | undefined,
  platform: PostPlatform,
): Omit<PeriodFigures, 'stretch'> {
  const lasted = (100 * known(period.watchSeconds)) / period.views / known(durationSeconds);
  const percentage = [known(period.averagePercentage), lasted].find(Number.isFinite) ?? Number.NaN;
  const usualPercentage = known(usual?.averagePercentage) || usualAudience[platform].percentage;
  const usualEngaged = known(usual?.engagedShare) || usualAudience[platform].engaged;
  return {
    period,
    percentage,
    usualPercentage,
    isUsualKnown: usual !== null && usual !== undefined,
    watched: percentage / usualPercentage,
    engaged: known(period.engagedViews) / period.views / usualEngaged,
    usualEngaged,
    viewsPerReach: known(period.reach) > 0 ? period.views / period.reach! : Number.NaN,
    untraceable: shareOf(period.trafficSources, ['external', 'embedded', 'direct']),
    advertised: shareOf(period.trafficSources, ['advertising']),
    foreign: beyond(period.countries, usual?.countries),
    unusualDevices: beyond(period.devices, usual?.devices),
    subscribed:
      known(usual?.subscribedShare) >= 0.05
        ? known(period.subscribedShare) / usual!.subscribedShare!
        : Number.NaN,
    usualSubscribed: known(usual?.subscribedShare),
  };
}

function stretchOf(curve: Curve, { fromHours, toHours }: AnalyticsPeriod): { from: number; to: number } {
  let from = 0;
  while (from + 1 < curve.count && curve.hours[from + 1]! <= fromHours + 0.01) from++;
  let to = from;
  while (to + 1 < curve.count && curve.hours[to]! < toHours - 0.01) to++;
  return { from, to };
}

/**
 * Returns the public counter at that hour, interpolated between readings. Before the first and after the last
 * reading, returns that reading.
 */
function viewsAt({ count, hours, views }: Curve, at: number): number {
  for (let i = 0; i < count; i++) {
    if (hours[i]! < at) continue;
    if (i === 0) return views[0]!;
    const part = (at - hours[i - 1]!) / (hours[i]! - hours[i - 1]!);
    return views[i - 1]! + part * (views[i]! - views[i - 1]!);
  }
  return views[count - 1]!;
}
