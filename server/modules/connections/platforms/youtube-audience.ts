import type { DeviceType, TrafficSource } from '#contract/clip-analytics.ts';

/** YouTube's own feeds and pages; a new one counts as `other`. */
const sources: Record<string, TrafficSource> = {
  ADVERTISING: 'advertising',
  END_SCREEN: 'recommended',
  EXT_URL: 'external',
  NO_LINK_EMBEDDED: 'embedded',
  NO_LINK_OTHER: 'direct',
  NOTIFICATION: 'subscriptions',
  // Recommended by YouTube without anybody's payment.
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

/** ISO 3166 has ZZ for an unknown country, as YouTube does. */
export const countryOf = (code: string): string => (/^[A-Z]{2}$/.test(code) ? code : 'ZZ');

/** Parts of the views that a report divides; null where it has none, since too few views are not divided. */
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
