import type { DeviceType, TrafficSource } from '#contract/clips/clip-analytics.ts';

/** Maps YouTube's traffic sources to ours; an unknown source counts as `other`. */
const sources: Record<string, TrafficSource> = {
  ADVERTISING: 'advertising',
  END_SCREEN: 'recommended',
  EXT_URL: 'external',
  NO_LINK_EMBEDDED: 'embedded',
  NO_LINK_OTHER: 'direct',
  NOTIFICATION: 'subscriptions',
  // YouTube recommends these videos; nobody pays for it.
  PROMOTED: 'recommended',
  RELATED_VIDEO: 'recommended',
  SHORTS: 'recommended',
  SHORTS_CONTENT_LINKS: 'recommended',
  SOUND_PAGE: 'recommended',
  SUBSCRIBER: 'subscriptions',
  VIDEO_REMIXES: 'recommended',
  YT_CHANNEL: 'profile',
  YT_SEARCH: 'search',
};

const devices: Record<string, DeviceType> = {
  DESKTOP: 'desktop',
  GAME_CONSOLE: 'console',
  MOBILE: 'mobile',
  TABLET: 'tablet',
  TV: 'tv',
};

export const sourceOf = (type: string): TrafficSource => sources[type] ?? 'other';
export const deviceOf = (type: string): DeviceType => devices[type] ?? 'unknown';

/** Returns the country's code; ZZ for an unknown country, as YouTube and ISO 3166 write it. */
export const countryOf = (code: string): string => (/^[A-Z]{2}$/.test(code) ? code : 'ZZ');

/**
 * Returns each kind's share of the views in a report; null if the report contains no views, because YouTube
 * does not divide few views.
 */
export function sharesOf<Row extends { views: number }, Kind extends string>(
  rows: readonly Row[],
  kindOf: (row: Row) => Kind,
): Partial<Record<Kind, number>> | null {
  const total = rows.reduce((sum, { views }) => sum + views, 0);
  if (total === 0) return null;
  const shares: Partial<Record<Kind, number>> = {};
  for (const row of rows) {
    const kind = kindOf(row);
    shares[kind] = Math.min(1, (shares[kind] ?? 0) + row.views / total);
  }
  return shares;
}
