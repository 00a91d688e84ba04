import type { ConnectablePlatform, PostPlatform } from '#contract/platforms/platforms.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { ConnectAdapter, PostAdapter } from './adapter.ts';
import { instagramAdapter } from './instagram.ts';
import type { InstagramKeys } from './instagram-connect.ts';
import type { OutsideCaller } from './outside-call.ts';
import type { PlatformEndpoints } from './services.ts';
import { tiktokAdapter } from './tiktok.ts';
import type { TiktokKeys } from './tiktok-connect.ts';
import { type TwitchKeys, twitchAdapter } from './twitch.ts';
import { youtubeAdapter } from './youtube.ts';
import type { YoutubeKeys } from './youtube-connect.ts';

/** Keys of the platforms; null for a platform without keys. */
export interface PlatformKeys {
  youtube: YoutubeKeys | null;
  tiktok: TiktokKeys | null;
  instagram: InstagramKeys | null;
  twitch: TwitchKeys | null;
}

/** Keys that the demo's simulator accepts. */
export const simulatorKeys: PlatformKeys = {
  youtube: { clientId: 'simulated', clientSecret: 'simulated' },
  tiktok: {
    clientKey: 'simulated',
    clientSecret: 'simulated',
    business: { appId: 'simulated-business', secret: 'simulated' },
  },
  instagram: { clientId: 'simulated', clientSecret: 'simulated' },
  twitch: { clientId: 'simulated', clientSecret: 'simulated' },
};

export interface Adapters {
  /** Platforms that can be connected in this installation. */
  available: ConnectablePlatform[];
  /** Returns null for a platform without keys. */
  connect(platform: ConnectablePlatform): ConnectAdapter | null;
  posts(platform: PostPlatform): PostAdapter | null;
}

/** Creates the adapters of every platform with keys. */
export function createAdapters(
  keys: PlatformKeys,
  endpoints: PlatformEndpoints,
  clock: Clock,
  limits: OutsideCaller = {},
): Adapters {
  const posts: Record<PostPlatform, PostAdapter | null> = {
    tiktok: keys.tiktok && tiktokAdapter(endpoints, keys.tiktok, clock, limits),
    youtube: keys.youtube && youtubeAdapter(endpoints, keys.youtube, clock, limits),
    instagram: keys.instagram && instagramAdapter(endpoints, keys.instagram, clock, limits),
  };
  const twitch = keys.twitch && twitchAdapter(endpoints, keys.twitch, clock, limits);
  const all: Record<ConnectablePlatform, ConnectAdapter | null> = { ...posts, twitch };
  return {
    available: (Object.keys(all) as ConnectablePlatform[]).filter((platform) => all[platform] !== null),
    connect: (platform) => all[platform],
    posts: (platform) => posts[platform],
  };
}

/**
 * Whether analytics of a platform can be released in this installation. Also true for a platform without
 * keys; the request is then refused with the reason.
 */
export const readsAnalytics = (adapters: Adapters, platform: ConnectablePlatform): boolean =>
  adapters.posts(platform as PostPlatform)?.readAnalytics !== undefined ||
  !adapters.available.includes(platform);

export const withoutKeys = (adapters: Adapters, missing: readonly ConnectablePlatform[]): Adapters => ({
  available: adapters.available.filter((platform) => !missing.includes(platform)),
  connect: (platform) => (missing.includes(platform) ? null : adapters.connect(platform)),
  posts: (platform) => (missing.includes(platform) ? null : adapters.posts(platform)),
});
