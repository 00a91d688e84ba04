import type { DeviceType, TrafficSource } from '#contract/clip-analytics.ts';

export const sourceLabels: Record<TrafficSource, string> = {
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

export const deviceLabels: Record<DeviceType, string> = {
  mobile: 'Phones',
  desktop: 'Computers',
  tablet: 'Tablets',
  tv: 'TVs',
  console: 'Consoles',
  unknown: 'Unknown',
};
