import { z } from 'zod';
import { momentWire } from './primitives.ts';

/** Where a view came from, in words that fit every platform. */
export const trafficSources = [
  'recommended',
  'subscriptions',
  'search',
  'profile',
  'advertising',
  'external',
  'embedded',
  'direct',
  'other',
] as const;
export type TrafficSource = (typeof trafficSources)[number];

export const deviceTypes = ['mobile', 'desktop', 'tablet', 'tv', 'console', 'unknown'] as const;
export type DeviceType = (typeof deviceTypes)[number];

/** Signals of the score that released figures alone can give. */
export const analyticsSignals: readonly string[] = [
  'short_watch_time',
  'few_engaged_views',
  'views_without_reach',
  'untraceable_traffic',
  'advertised_views',
  'foreign_audience',
  'unusual_devices',
  'few_subscribers',
  'analytics_disagree',
];

const amount = z.number().nonnegative();
const part = z.number().min(0).max(1);

/** What a platform shows the owner of a post about its views in one stretch of time. null: it does not say, which is never 0. */
export const releasedFigures = z.object({
  views: z.int().nonnegative(),
  /** Views that lasted beyond the start (YouTube). */
  engagedViews: z.int().nonnegative().nullable(),
  /** Seconds that all views together lasted. */
  watchSeconds: amount.nullable(),
  /** Percent of the clip that a view lasted on average; above 100 where it was watched again. */
  averagePercentage: amount.nullable(),
  /** Part of those who watched that saw it to its end. */
  completedShare: part.nullable().default(null),
  /** Accounts that saw the clip. */
  reach: z.int().nonnegative().nullable(),
  /** Part of the views by people who follow the account. */
  subscribedShare: part.nullable(),
  trafficSources: z.partialRecord(z.enum(trafficSources), part).nullable(),
  /** By ISO 3166 code of two letters. */
  countries: z.partialRecord(z.string(), part).nullable(),
  devices: z.partialRecord(z.enum(deviceTypes), part).nullable(),
});
export type ReleasedFigures = z.infer<typeof releasedFigures>;

/**
 * Why the last reading brought nothing. not_ready: the platform knows nothing new yet; quota, no_answer: it is asked again; not_set_up:
 * the operator has to enable it; not_shown: the platform shows it to this account no more; failed: a fault of ours.
 */
export const analyticsTrouble = z.enum([
  'not_ready',
  'quota',
  'no_answer',
  'not_set_up',
  'not_shown',
  'failed',
]);
export type AnalyticsTrouble = z.infer<typeof analyticsTrouble>;

/** What was read of a clip's analytics. */
export const clipAnalytics = z.object({
  /** When they were last read, and the moment up to which the platform had them; null: nothing yet. */
  readAt: momentWire.nullable(),
  until: momentWire.nullable(),
  /** When they are read next; null: not again. */
  nextReadAt: momentWire.nullable(),
  trouble: analyticsTrouble.nullable(),
  /** Everything that was read, over the clip's whole life, for its clipper alone; null for others, and before the first reading. */
  figures: releasedFigures.nullable(),
});
export type ClipAnalytics = z.infer<typeof clipAnalytics>;
