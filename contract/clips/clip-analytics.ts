import { z } from 'zod';
import { momentWire } from '#contract/wire/primitives.ts';

/** Traffic sources of views. Each name covers the similar sources of all platforms. */
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

/** Signals of the score that can only be computed from released analytics. */
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

/**
 * Analytics that a platform shows a post's owner for one period. null means that the platform doesn't report
 * the figure; it is never 0.
 */
export const releasedFigures = z.object({
  views: z.int().nonnegative(),
  /** Views that lasted longer than the first moments (YouTube). */
  engagedViews: z.int().nonnegative().nullable(),
  /** Total watch time of all views, in seconds. */
  watchSeconds: amount.nullable(),
  /**
   * Average watched percentage of the clip per view. It exceeds 100 if viewers watched the clip repeatedly.
   */
  averagePercentage: amount.nullable(),
  /** Share of viewers who watched to the end. */
  completedShare: part.nullable().default(null),
  /** Number of accounts that saw the clip. */
  reach: z.int().nonnegative().nullable(),
  /** Share of views by followers of the account. */
  subscribedShare: part.nullable(),
  trafficSources: z.partialRecord(z.enum(trafficSources), part).nullable(),
  /** Shares by ISO 3166-1 alpha-2 code. */
  countries: z.partialRecord(z.string(), part).nullable(),
  devices: z.partialRecord(z.enum(deviceTypes), part).nullable(),
});
export type ReleasedFigures = z.infer<typeof releasedFigures>;

/**
 * Why the last reading has no figures. not_ready: the platform has no new figures yet. quota, no_answer: the
 * server tries again later. not_set_up: the operator has to enable the reading. not_shown: the platform no
 * longer shows figures to this account. failed: an error of our server.
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

/** The analytics of a clip, as read from its platform. */
export const clipAnalytics = z.object({
  /**
   * `readAt` is when the figures were last read, and `until` how far the platform's data reached; both are
   * null before the first reading.
   */
  readAt: momentWire.nullable(),
  until: momentWire.nullable(),
  /** When the figures are read next; null if they are not read again. */
  nextReadAt: momentWire.nullable(),
  trouble: analyticsTrouble.nullable(),
  /**
   * Totals since the clip was posted. Null for everyone except the clip's clipper, and before the first
   * reading.
   */
  figures: releasedFigures.nullable(),
});
export type ClipAnalytics = z.infer<typeof clipAnalytics>;
