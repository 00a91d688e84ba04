import { sourcePlayerOrigins } from '#contract/media/source-player.ts';
import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import { type PlatformEndpoints, postServices } from './services.ts';

export const playerUrl = (endpoints: PlatformEndpoints, platform: PostPlatform, postId: string): string =>
  postServices[platform].player(endpoints, encodeURIComponent(postId));

/** Returns every origin that a page may frame: players of posts and of the hosts' linked sources. */
export function frameOrigins(endpoints: PlatformEndpoints): string[] {
  const posts = postPlatforms.map((platform) => new URL(playerUrl(endpoints, platform, '')).origin);
  return [...new Set([...posts, ...sourcePlayerOrigins])];
}
