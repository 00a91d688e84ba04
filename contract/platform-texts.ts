import { WITHDRAWAL_DUE_HOURS } from './limits.ts';
import type { PostPlatform } from './platforms.ts';

// Apart from the descriptors and written out, because these are all that the landing page loads of platforms.

/** The formats of every platform in a text. */
export const FORMATS = 'TikTok, YouTube Shorts or Instagram Reels';

/**
 * Earnings are pending so many hours: longer where a platform's counts lag, so that a count that was corrected is seen
 * in time.
 */
export const PENDING_HOURS: Record<PostPlatform, number> = { tiktok: 24, youtube: 24, instagram: 48 };
/** The same in a text about any clip: "held for …". */
export const PENDING_SPAN = '24 hours (48 on Instagram)';
/** Until the first money of a clean clip is on its way, with the time that a withdrawal may take: "24-48". */
export const payoutHours = (platform: PostPlatform): string =>
  `${PENDING_HOURS[platform]}-${PENDING_HOURS[platform] + WITHDRAWAL_DUE_HOURS}`;
