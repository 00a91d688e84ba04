import { between, logNormal, type Stream, streamOf } from '../random.ts';
import type { Account, Post } from '../state.ts';

/** Shares that add up to 1, by the names that the platform uses. */
export type Shares = Record<string, number>;

/** The viewing behaviour of a group of viewers. */
export interface Viewers {
  /** Average percentage of the video that is watched. */
  percentage: number;
  /** Share of the views that continue beyond the start. */
  engaged: number;
  /** Views divided by the number of accounts that watch. */
  viewsPerReach: number;
  /** Share of the views by subscribers. */
  subscribed: number;
  sources: Shares;
  countries: Shares;
  devices: Shares;
}

const countries = ['US', 'GB', 'BR', 'IN', 'DE', 'MX', 'PH', 'FR'];

function normalized(parts: Shares): Shares {
  const total = Object.values(parts).reduce((sum, part) => sum + part, 0);
  return Object.fromEntries(Object.entries(parts).map(([kind, part]) => [kind, part / total]));
}

/** Mixes two distributions: `part` of the first, and the remainder of the second. */
function blend(a: Shares, b: Shares, part: number): Shares {
  const kinds = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...kinds].map((kind) => [kind, (a[kind] ?? 0) * part + (b[kind] ?? 0) * (1 - part)]),
  );
}

const varied = (stream: Stream, parts: Shares, spread: number): Shares =>
  normalized(
    Object.fromEntries(Object.entries(parts).map(([kind, part]) => [kind, logNormal(stream, part, spread)])),
  );

/** Returns the usual viewers of an account. Most of them watch at home, in the feed, on phones. */
function usualViewers({ platform, id }: Account): Viewers {
  const stream = streamOf('viewers', platform, id);
  const home = countries[Math.floor(stream() * countries.length)]!;
  const others = varied(stream, Object.fromEntries(countries.map((country) => [country, 1])), 0.6);
  return {
    percentage: between(stream, 50, 90),
    engaged: between(stream, 0.55, 0.8),
    viewsPerReach: between(stream, 1.1, 1.5),
    subscribed: between(stream, 0.05, 0.25),
    sources: varied(
      stream,
      {
        SHORTS: 0.75,
        SUBSCRIBER: 0.08,
        YT_SEARCH: 0.05,
        YT_CHANNEL: 0.04,
        RELATED_VIDEO: 0.03,
        EXT_URL: 0.02,
        NO_LINK_OTHER: 0.02,
        YT_OTHER_PAGE: 0.01,
      },
      0.2,
    ),
    countries: blend({ [home]: 1 }, others, between(stream, 0.5, 0.8)),
    devices: varied(stream, { MOBILE: 0.85, DESKTOP: 0.08, TABLET: 0.03, TV: 0.04 }, 0.2),
  };
}

/** Returns the viewers of one post, who are nearly the same as the account's. */
function peopleOf(account: Account, post: Post): Viewers {
  const usual = usualViewers(account);
  const stream = streamOf('viewers', post.seed);
  return {
    percentage: logNormal(stream, usual.percentage, 0.1),
    engaged: Math.min(0.95, logNormal(stream, usual.engaged, 0.05)),
    viewsPerReach: Math.max(1.02, logNormal(stream, usual.viewsPerReach, 0.05)),
    subscribed: Math.min(0.9, logNormal(stream, usual.subscribed, 0.3)),
    sources: varied(stream, usual.sources, 0.2),
    countries: varied(stream, usual.countries, 0.2),
    devices: varied(stream, usual.devices, 0.15),
  };
}

/**
 * Returns the viewers that a seller delivers to a post. They are programs that start the video, from one
 * country, without a YouTube page as source.
 */
function soldViewersOf(post: Post): Viewers {
  const stream = streamOf('sold viewers', post.seed);
  const farm = ['VN', 'BD', 'EG'][Math.floor(stream() * 3)]!;
  return {
    percentage: between(stream, 3, 15),
    engaged: between(stream, 0.02, 0.2),
    viewsPerReach: between(stream, 4, 10),
    subscribed: 0.002,
    sources: normalized({ NO_LINK_OTHER: between(stream, 0.5, 0.8), EXT_URL: 0.3, NO_LINK_EMBEDDED: 0.1 }),
    countries: blend({ [farm]: 1 }, { US: 0.5, IN: 0.5 }, between(stream, 0.6, 0.9)),
    devices: normalized({ DESKTOP: 0.6, MOBILE: 0.2, UNKNOWN_PLATFORM: 0.2 }),
  };
}

/** Returns the viewers of a post; `bought` is the bought share of its views. */
export function viewersOf(account: Account, post: Post, bought: number): Viewers {
  const [people, sold] = [peopleOf(account, post), soldViewersOf(post)];
  const number = (of: (viewers: Viewers) => number) => of(sold) * bought + of(people) * (1 - bought);
  const shares = (of: (viewers: Viewers) => Shares) => blend(of(sold), of(people), bought);
  return {
    percentage: number(({ percentage }) => percentage),
    engaged: number(({ engaged }) => engaged),
    viewsPerReach: 1 / number(({ viewsPerReach }) => 1 / viewsPerReach),
    subscribed: number(({ subscribed }) => subscribed),
    sources: shares(({ sources }) => sources),
    countries: shares(({ countries }) => countries),
    devices: shares(({ devices }) => devices),
  };
}
