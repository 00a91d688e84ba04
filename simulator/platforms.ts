import type { ConnectablePlatform, PostPlatform } from '#contract/platforms/platforms.ts';
import { paths } from './addresses.ts';
import { between, type Stream, text } from './random.ts';

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digits = '0123456789';
const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The moment from which Instagram's ids count, in milliseconds since 1970. */
const instagramEpochMs = 1_314_220_021_721n;

interface SimulatedPosts {
  /**
   * Medians per view. Likes and comments are from socialcrawl.dev 2026, shares from Socialinsider 2026.
   */
  perView: { likes: number; comments: number; shares: number };
  /**
   * Likes per view from a seller who also sells likes. The rate is near the platform's usual one, but
   * constant.
   */
  boughtLikesPerView: number;
  /** Makes the id in the post's public URL, and the API's id if that differs. */
  makeIds(stream: Stream, postedAt: Date): { id: string; apiId?: string };
  /** Returns the post's public URL. */
  url(handle: string, id: string): string;
  /** Returns the URL of the share link; absent when the platform has none. */
  shortUrl?(code: string): string;
  /** Path of the player that other sites show in a frame. */
  playerPath: string;
}

/**
 * Ids in the platforms' real forms. Ids of TikTok and Instagram contain a time some seconds before the
 * post's.
 */
export const simulatedPosts: Record<PostPlatform, SimulatedPosts> = {
  youtube: {
    perView: { likes: 0.0256, comments: 0.001, shares: 0.001 },
    boughtLikesPerView: 0.022,
    makeIds: (stream) => ({ id: text(stream, 11, base64url) }),
    url: (_handle, id) => `https://www.youtube.com/shorts/${id}`,
    playerPath: `${paths.youtubePlayer}/embed/:id`,
  },
  tiktok: {
    perView: { likes: 0.0544, comments: 0.0008, shares: 0.0039 },
    boughtLikesPerView: 0.045,
    makeIds(stream, postedAt) {
      const seconds = BigInt(Math.floor(postedAt.getTime() / 1000 - between(stream, 2, 11)));
      return { id: ((seconds << 32n) | BigInt(Math.floor(stream() * 2 ** 32))).toString() };
    },
    url: (handle, id) => `https://www.tiktok.com/@${handle}/video/${id}`,
    shortUrl: (code) => `https://vm.tiktok.com/${code}/`,
    playerPath: `${paths.tiktokPlayer}/player/v1/:id`,
  },
  instagram: {
    perView: { likes: 0.0225, comments: 0.0009, shares: 0.003 },
    boughtLikesPerView: 0.02,
    makeIds(stream, postedAt) {
      const milliseconds = BigInt(Math.floor(postedAt.getTime() - between(stream, 0, 89_000)));
      const key = ((milliseconds - instagramEpochMs) << 23n) | BigInt(Math.floor(stream() * 2 ** 23));
      return { id: shortcodeOf(key), apiId: `180${text(stream, 14, digits)}` };
    },
    url: (_handle, id) => `https://www.instagram.com/reel/${id}/`,
    shortUrl: (code) => `https://www.instagram.com/share/reel/${code}/`,
    playerPath: `${paths.instagramPlayer}/p/:id/embed`,
  },
};

/** Makes account ids in the platforms' forms: channel id, open id, user id. */
export const makeAccountId: Record<ConnectablePlatform, (stream: Stream) => string> = {
  youtube: (stream) => `UC${text(stream, 22, base64url)}`,
  tiktok: (stream) => `-000${text(stream, 32, alphanumeric)}`,
  instagram: (stream) => `178414${text(stream, 11, digits)}`,
  twitch: (stream) => `${1 + Math.floor(stream() * 9)}${text(stream, 8, digits)}`,
};

function shortcodeOf(key: bigint): string {
  let rest = key;
  let code = '';
  while (rest > 0n) {
    code = base64url[Number(rest & 63n)] + code;
    rest >>= 6n;
  }
  return code;
}
