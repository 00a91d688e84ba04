import { WITHDRAWAL_DUE_HOURS } from '#contract/limits.ts';
import type { PostPlatform } from './platforms.ts';

// Separate from the platform descriptors and written out, because the landing page loads only these texts.

/** The formats of all platforms, for a sentence. */
export const FORMATS = 'TikTok, YouTube Shorts or Instagram Reels';

/**
 * Hours for which earnings are pending: longer where a platform's counts lag, so that a corrected count is
 * seen in time.
 */
export const PENDING_HOURS: Record<PostPlatform, number> = { tiktok: 24, youtube: 24, instagram: 48 };
/** The hours in a text about any clip: "held for …". */
export const PENDING_SPAN = '24 hours (48 on Instagram)';
/**
 * Hours until the first money of an honest clip is on its way, including the time that a withdrawal may take:
 * "24-48".
 */
export const payoutHours = (platform: PostPlatform): string =>
  `${PENDING_HOURS[platform]}-${PENDING_HOURS[platform] + WITHDRAWAL_DUE_HOURS}`;
