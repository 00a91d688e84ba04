import { sourcePlayerOrigins } from '#contract/media/source-player.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { PlatformEndpoints } from './services.ts';

/**
 * Addresses of the platforms' own players of one post, for a frame. A player starts immediately, because the
 * viewer just clicked on the post.
 */
const players: Record<PostPlatform, (endpoints: PlatformEndpoints, postId: string) => string> = {
  youtube: ({ youtubePlayer }, id) => `${youtubePlayer}/embed/${id}?autoplay=1&playsinline=1&rel=0`,
  tiktok: ({ tiktokPlayer }, id) => `${tiktokPlayer}/player/v1/${id}?autoplay=1&rel=0`,
  instagram: ({ instagramPlayer }, id) => `${instagramPlayer}/p/${id}/embed/`,
};

export const playerUrl = (endpoints: PlatformEndpoints, platform: PostPlatform, postId: string): string =>
  players[platform](endpoints, encodeURIComponent(postId));

/** Returns every origin that a page may frame: players of posts and of the hosts' linked sources. */
export function frameOrigins(endpoints: PlatformEndpoints): string[] {
  const { youtubePlayer, tiktokPlayer, instagramPlayer } = endpoints;
  const posts = [youtubePlayer, tiktokPlayer, instagramPlayer].map((address) => new URL(address).origin);
  return [...new Set([...posts, ...sourcePlayerOrigins])];
}
