import type { ClipPlatform } from './audience.ts';
import { between, type Stream, text } from './random.ts';

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digits = '0123456789';
const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Milliseconds since 1970 at which Instagram's own ids start counting. */
const instagramEpochMs = 1_314_220_021_721n;

export interface PostIds {
  /** The id in the post's public address: video id, or shortcode. */
  id: string;
  /** The id the platform's API uses where it is another one (Instagram's media id). */
  apiId: string;
}

/** Ids in the platforms' real forms; TikTok's and Instagram's carry a time a few seconds before the post's. */
export function makePostIds(platform: ClipPlatform, stream: Stream, postedAt: Date): PostIds {
  if (platform === 'youtube') {
    const id = text(stream, 11, base64url);
    return { id, apiId: id };
  }
  if (platform === 'tiktok') {
    const seconds = BigInt(Math.floor(postedAt.getTime() / 1000 - between(stream, 2, 11)));
    const id = ((seconds << 32n) | BigInt(Math.floor(stream() * 2 ** 32))).toString();
    return { id, apiId: id };
  }
  const milliseconds = BigInt(Math.floor(postedAt.getTime() - between(stream, 0, 89_000)));
  const key = ((milliseconds - instagramEpochMs) << 23n) | BigInt(Math.floor(stream() * 2 ** 23));
  return { id: shortcodeOf(key), apiId: `180${text(stream, 14, digits)}` };
}

function shortcodeOf(key: bigint): string {
  let rest = key;
  let code = '';
  while (rest > 0n) {
    code = base64url[Number(rest & 63n)] + code;
    rest >>= 6n;
  }
  return code;
}

/** The address under which the platform itself shows the post. */
export function postUrl(platform: ClipPlatform, handle: string, id: string): string {
  if (platform === 'youtube') return `https://www.youtube.com/shorts/${id}`;
  if (platform === 'tiktok') return `https://www.tiktok.com/@${handle}/video/${id}`;
  return `https://www.instagram.com/reel/${id}/`;
}

/** Account id in the platform's form: channel id, open id, user id. */
export function makeAccountId(platform: ClipPlatform | 'twitch', stream: Stream): string {
  if (platform === 'youtube') return `UC${text(stream, 22, base64url)}`;
  if (platform === 'tiktok') return `-000${text(stream, 32, alphanumeric)}`;
  if (platform === 'instagram') return `178414${text(stream, 11, digits)}`;
  return `${1 + Math.floor(stream() * 9)}${text(stream, 8, digits)}`;
}

/** The id that an Instagram account has towards the app: another one than its own, as with Meta. */
export function appScopedId(accountId: string): string {
  return `9${(BigInt(accountId) * 7919n).toString().slice(-16)}`;
}

/** Opaque text for codes, tokens and log ids. */
export function opaque(stream: Stream, length: number): string {
  return text(stream, length, alphanumeric);
}
