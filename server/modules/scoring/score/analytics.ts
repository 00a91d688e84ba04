import type { DeviceType, TrafficSource } from '#contract/clip-analytics.ts';

/** Parts of the views, each from 0 to 1; what is missing is unknown or too small to be listed. */
export type Shares<Kind extends string> = Partial<Record<Kind, number>>;

/** How an audience watches. null = the platform does not say, which is not 0. */
export interface Audience {
  /** Average part of the clip that a view lasts, in percent of its length; above 100 where it is watched again. */
  averagePercentage?: number | null;
  /** Part of the views, 0 to 1, by people who follow the account. */
  subscribedShare?: number | null;
  trafficSources?: Shares<TrafficSource> | null;
  /** By ISO 3166 code of two letters. */
  countries?: Shares<string> | null;
  devices?: Shares<DeviceType> | null;
}

/** The figures of one stretch of a clip's life. */
export interface AnalyticsPeriod extends Audience {
  /** Hours after the post. */
  fromHours: number;
  toHours: number;
  views: number;
  /** Views that lasted beyond the start (YouTube). */
  engagedViews?: number | null;
  /** Seconds that all views together lasted. */
  watchSeconds?: number | null;
  /** Accounts that saw the clip. */
  reach?: number | null;
}

/** What the platform shows the owner of a post about its views, as far as the owner released it. */
export interface ClipAnalytics {
  /** Length of the clip in seconds, by which watch time becomes a percentage where the platform gives none. */
  durationSeconds?: number | null;
  periods: readonly AnalyticsPeriod[];
  /** The account's other clips together; null = none, or not known. */
  account?: (Audience & { clips: number; views: number; engagedShare?: number | null }) | null;
}
