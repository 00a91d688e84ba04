import type { DeviceType, TrafficSource } from '#contract/clips/clip-analytics.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { Audience, Shares } from '#server/modules/scoring/score/analytics.ts';
import type { Random } from './random.ts';

/** The complete viewing behaviour of a group, of which a platform shows only a part. */
export interface Viewers {
  /** Percent of the clip's length. */
  percentage: number;
  engaged: number;
  viewsPerReach: number;
  subscribed: number;
  sources: Shares<TrafficSource>;
  countries: Shares<string>;
  devices: Shares<DeviceType>;
}

export const countries = ['US', 'GB', 'BR', 'IN', 'ID', 'DE', 'MX', 'PH', 'FR', 'TR', 'VN', 'NG'];

/** Scales parts to a sum of 1. */
export function normalized<Kind extends string>(parts: Shares<Kind>): Shares<Kind> {
  const entries = Object.entries(parts) as [Kind, number][];
  const total = entries.reduce((sum, [, part]) => sum + part, 0);
  return Object.fromEntries(entries.map(([kind, part]) => [kind, part / total])) as Shares<Kind>;
}

/** Mixes two distributions: `part` of the first, and the remainder of the second. */
export function blend<Kind extends string>(a: Shares<Kind>, b: Shares<Kind>, part: number): Shares<Kind> {
  const kinds = new Set([...Object.keys(a), ...Object.keys(b)] as Kind[]);
  return Object.fromEntries(
    [...kinds].map((kind) => [kind, (a[kind] ?? 0) * part + (b[kind] ?? 0) * (1 - part)]),
  ) as Shares<Kind>;
}

/** Returns shares of every country, a few of which have most of the views. */
export const spread = (random: Random): Shares<string> =>
  normalized(Object.fromEntries(countries.map((country) => [country, random.logNormal(1, 1.2)])));

export const only = (random: Random): Shares<string> => ({ [random.pick(countries)]: 1 });

/** Draws the usual viewers of an account. */
export function drawAccount(random: Random, platform: PostPlatform): Viewers {
  const home = random.between(0.4, 0.9);
  return {
    percentage: Math.min(140, Math.max(15, random.logNormal(platform === 'youtube' ? 65 : 50, 0.3))),
    engaged: random.between(0.5, 0.85),
    viewsPerReach: random.between(1.1, 1.6),
    subscribed: random.between(0.02, 0.3),
    sources: normalized({
      recommended: random.between(0.55, 0.9),
      subscriptions: random.between(0.03, 0.2),
      search: random.between(0.02, 0.1),
      profile: random.between(0.02, 0.1),
      external: random.between(0.01, 0.08),
      direct: random.between(0.01, 0.05),
      embedded: random.between(0, 0.02),
      other: random.between(0, 0.05),
    }),
    countries: blend(only(random), spread(random), home),
    devices: normalized({
      mobile: random.between(0.7, 0.95),
      desktop: random.between(0.03, 0.15),
      tablet: random.between(0.01, 0.05),
      tv: random.between(0, 0.1),
    }),
  };
}

/**
 * Draws the viewers of one clip of the account. They are similar, but more are from elsewhere, because clips
 * travel.
 */
export function viewersOf(random: Random, account: Viewers): Viewers {
  const abroad = random.chance(0.15) ? random.between(0.3, 0.7) : random.between(0, 0.3);
  return {
    percentage: account.percentage * random.logNormal(1, 0.22),
    engaged: Math.min(0.95, account.engaged * random.logNormal(1, 0.1)),
    viewsPerReach: Math.max(1.02, account.viewsPerReach * random.logNormal(1, 0.08)),
    subscribed: account.subscribed * random.logBetween(0.05, 1.2),
    sources: normalized(mapped(account.sources, (part) => part * random.logNormal(1, 0.35))),
    countries: blend(spread(random), account.countries, abroad),
    devices: normalized(mapped(account.devices, (part) => part * random.logNormal(1, 0.25))),
  };
}

export const mapped = <Kind extends string>(
  parts: Shares<Kind>,
  change: (part: number, kind: Kind) => number,
) =>
  Object.fromEntries(
    (Object.entries(parts) as [Kind, number][]).map(([kind, part]) => [kind, change(part, kind)]),
  ) as Shares<Kind>;

/** Returns the analytics that a platform shares; each platform omits something. */
export function shown(platform: PostPlatform, viewers: Viewers): Audience {
  const isOn = (...platforms: PostPlatform[]) => platforms.includes(platform);
  return {
    averagePercentage: viewers.percentage,
    subscribedShare: isOn('youtube') ? viewers.subscribed : null,
    trafficSources: isOn('youtube', 'tiktok') ? viewers.sources : null,
    countries: isOn('youtube', 'tiktok') ? viewers.countries : null,
    devices: isOn('youtube') ? viewers.devices : null,
  };
}
