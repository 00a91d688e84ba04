import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import type { FeedRow } from '#contract/listings/listings.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { parsePostUrl } from '#contract/platforms/post-url.ts';
import { viewReadings } from '#web/nouns/typed-views.ts';

export type ClipField = 'listing' | 'url' | 'platform' | 'views';

/** The person's input. A null field is filled in from the link. */
export interface ClipDraft {
  listing: FeedRow | null;
  url: string;
  platform: PostPlatform | null;
  views: string | null;
}

export type ClipErrors = Partial<Record<ClipField, string>>;

/** Returns the platform of a link, even of a short one; null if the platform is unknown. */
export function platformOf(url: string): PostPlatform | null {
  const parsed = parsePostUrl(url);
  if (parsed.ok) return parsed.platform;
  return parsed.reason === 'needs_resolve' ? parsed.platform : null;
}

/** Form values after empty fields were filled from the link. */
export interface ClipFilled {
  listing: FeedRow | null;
  url: string;
  platform: PostPlatform | null;
  views: string;
}

/** Returns why a link leads to no post; null if it may lead to one, or if it is empty. */
export function linkError(url: string): string | null {
  const parsed = parsePostUrl(url);
  if (!url.trim() || parsed.ok || parsed.reason === 'needs_resolve') return null;
  return errorCatalogue[parsed.reason === 'not_recognised' ? 'url_not_recognised' : parsed.reason].detail;
}

/**
 * Returns the fields that are missing or unreadable, in order. Other faults of the link are left to the
 * server.
 */
export function missingIn(filled: ClipFilled): ClipErrors {
  const errors: ClipErrors = {};
  if (!filled.url.trim()) errors.url = 'Enter the link to your post.';
  if (!filled.listing) errors.listing = 'Choose a listing.';
  if (!filled.platform) errors.platform = 'Choose the platform.';
  if (!filled.views.trim()) errors.views = 'Enter the views that the platform shows.';
  else Object.assign(errors, viewsErrors(filled.views));
  const unread = linkError(filled.url);
  return unread && Object.keys(errors).length > 0 ? { url: unread, ...errors } : errors;
}

function viewsErrors(views: string): ClipErrors {
  const { length } = viewReadings(views);
  if (length === 0) return { views: 'Reported Views must be a whole number.' };
  return length > 1 ? { views: 'Reported Views can mean different numbers. Choose one of them.' } : {};
}

const fieldOfCode: Partial<Record<ErrorCode, ClipField>> = {
  platform_mismatch: 'platform',
  platform_not_allowed: 'platform',
  listing_not_active: 'listing',
  clip_limit_reached: 'listing',
  own_listing: 'listing',
  not_found: 'listing',
};

const aboutTheLink = new Set<string>([
  'url_not_recognised',
  'several_posts',
  'photo_post',
  'account_not_connected',
  'account_not_readable',
  'post_not_found',
  'post_not_public',
  'post_length_unknown',
  'post_before_professional',
  'post_not_counted',
  'post_not_yours',
  'analytics_not_released',
  'analytics_not_reported',
  'post_already_used',
  'post_rejected_here',
  'post_resubmitted_before',
  'post_too_early',
  'hashtag_missing',
  'disclosure_missing',
  'clip_length',
]);

/** Returns the field that a refusal concerns, or null if it concerns none. */
export const fieldOfRefusal = (code: string): ClipField | null =>
  fieldOfCode[code as ErrorCode] ?? (aboutTheLink.has(code) ? 'url' : null);
