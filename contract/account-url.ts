import type { ConnectablePlatform } from './connections.ts';

/** Where an account of that handle is shown. */
export const accountUrl = (platform: ConnectablePlatform, handle: string): string =>
  ({
    tiktok: `https://www.tiktok.com/@${handle}`,
    youtube: `https://www.youtube.com/@${handle}`,
    instagram: `https://www.instagram.com/${handle}/`,
    twitch: `https://www.twitch.tv/${handle}`,
  })[platform];
