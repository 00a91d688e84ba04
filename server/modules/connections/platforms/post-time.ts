import type { PostPlatform } from '#contract/platform.ts';

const instagramAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Milliseconds since 1970 at which Instagram's ids start counting. */
const instagramEpochMs = 1_314_220_021_721;

/**
 * Seconds by which the time in an id may lie before the post's own time (seen: 2-11 s at TikTok, 0-89 s at Instagram).
 * A rule that compares it with another time must allow this much.
 */
export const idTimeEarlySeconds = { tiktok: 30, instagram: 180 } as const;

/** When a post's id was made, which is at or shortly before the post; null where ids carry no time. */
export function postTimeFromId(platform: PostPlatform, postId: string): Date | null {
  if (platform === 'tiktok') return tiktokTime(postId);
  return platform === 'instagram' ? instagramTime(postId) : null;
}

function tiktokTime(postId: string): Date | null {
  return /^\d{15,20}$/.test(postId) ? new Date(Number(BigInt(postId) >> 32n) * 1000) : null;
}

function instagramTime(shortcode: string): Date | null {
  // Eleven characters hold the 64-bit key; longer codes are private links whose tail is no part of it.
  if (!/^[A-Za-z0-9_-]{10,11}$/.test(shortcode)) return null;
  let key = 0n;
  for (const character of shortcode) key = key * 64n + BigInt(instagramAlphabet.indexOf(character));
  return new Date(Number(key >> 23n) + instagramEpochMs);
}
