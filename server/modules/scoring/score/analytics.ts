import type { DeviceType, TrafficSource } from '#contract/clips/clip-analytics.ts';

/** Shares of the views, each from 0 to 1. A missing kind is unknown or too small to be listed. */
export type Shares<Kind extends string> = Partial<Record<Kind, number>>;

/** Watching habits of an audience. null = the platform does not state it, which is not 0. */
export interface Audience {
  /** Average percentage of the clip that a view watches; above 100 if it is watched again. */
  averagePercentage?: number | null;
  /** Share of the views, 0 to 1, by followers of the account. */
  subscribedShare?: number | null;
  trafficSources?: Shares<TrafficSource> | null;
  /** Share of the views by country (ISO 3166-1 alpha-2 code). */
  countries?: Shares<string> | null;
  devices?: Shares<DeviceType> | null;
}

/** Figures of one period after the post. */
export interface AnalyticsPeriod extends Audience {
  /** Start and end of the period in hours after the post. */
  fromHours: number;
  toHours: number;
  views: number;
  /** YouTube only: views that continued past the first seconds. */
  engagedViews?: number | null;
  /** Total watch time of all views, in seconds. */
  watchSeconds?: number | null;
  /** Accounts that saw the clip. */
  reach?: number | null;
}

/** Figures that a platform shows only to the owner of a post, as far as the owner released them. */
export interface ClipAnalytics {
  /** Length of the clip in seconds. Turns watch time into a percentage if the platform states none. */
  durationSeconds?: number | null;
  periods: readonly AnalyticsPeriod[];
  /** All other clips of the account together; null = none or unknown. */
  account?: (Audience & { clips: number; views: number; engagedShare?: number | null }) | null;
}
