import type { DeviceType, TrafficSource } from '#contract/clips/clip-analytics.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';

const sourceLabels: Record<TrafficSource, string> = {
  recommended: 'Feed and recommendations',
  subscriptions: 'Subscriptions',
  search: 'Search',
  profile: 'Your channel',
  advertising: 'Advertising',
  external: 'Other sites',
  embedded: 'Players on other sites',
  direct: 'No known place',
  other: 'Elsewhere',
};

/** TikTok's own names for traffic sources. */
const tiktokLabels: Partial<Record<TrafficSource, string>> = {
  recommended: 'For You and sounds',
  subscriptions: 'Following',
  profile: 'Your profile',
  direct: 'Others',
  other: 'Direct messages',
};

export const sourceLabelOf = (platform: PostPlatform, source: TrafficSource): string =>
  (platform === 'tiktok' && tiktokLabels[source]) || sourceLabels[source];

export const deviceLabels: Record<DeviceType, string> = {
  mobile: 'Phones',
  desktop: 'Computers',
  tablet: 'Tablets',
  tv: 'TVs',
  console: 'Consoles',
  unknown: 'Unknown',
};
