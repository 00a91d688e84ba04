import { WITHDRAWAL_DUE_HOURS } from '#contract/limits.ts';
import type { PostPlatform } from './platforms.ts';

// These texts are separate from the platform descriptors, so that the landing page loads nothing else.

/** The formats of all platforms, for use in a sentence. */
export const FORMATS = 'TikTok, YouTube Shorts or Instagram Reels';

/**
 * Hours for which earnings are pending. Platforms whose counts lag have more, so that a corrected count
 * arrives in time.
 */
export const PENDING_HOURS: Record<PostPlatform, number> = { tiktok: 24, youtube: 24, instagram: 48 };
/** The pending hours in a text about clips of any platform: "held for …". */
export const PENDING_SPAN = '24 hours (48 on Instagram)';
/**
 * Returns the hours until an honest clip's first earnings are sent, such as "24-48". The larger number
 * includes the time that a withdrawal may take.
 */
export const payoutHours = (platform: PostPlatform): string =>
  `${PENDING_HOURS[platform]}-${PENDING_HOURS[platform] + WITHDRAWAL_DUE_HOURS}`;
