import { instagramLinks } from './platforms/instagram-links.ts';
import { type LinkedPost, type LinkReading, linkOf, type PostLinks } from './platforms/post-link.ts';
import { tiktokLinks } from './platforms/tiktok-links.ts';
import { youtubeLinks } from './platforms/youtube-links.ts';
import { type PostPlatform, postPlatforms } from './platforms.ts';

export type RecognisedPost = LinkedPost & { platform: PostPlatform };
export type ParsedPost =
  | { ok: false; reason: 'not_recognised' }
  | (Exclude<LinkReading, { reason: 'not_recognised' }> & { platform: PostPlatform });

export const postLinks: Record<PostPlatform, PostLinks> = {
  tiktok: tiktokLinks,
  youtube: youtubeLinks,
  instagram: instagramLinks,
};

const MAX_LENGTH = 2_048;

/**
 * Recognises a link to one post in every form the platforms hand out, without asking anybody; never throws.
 * Forms: integrations of YouTube, TikTok and Instagram as their own apps share them.
 */
export function parsePostUrl(text: string): ParsedPost {
  const url = toUrl(text);
  const link = url && linkOf(url);
  const platform = link && postPlatforms.find((one) => postLinks[one].isHost(link.host));
  if (!platform) return { ok: false, reason: 'not_recognised' };
  const read = postLinks[platform].read(link);
  return !read.ok && read.reason === 'not_recognised' ? read : { ...read, platform };
}

function toUrl(text: string): URL | null {
  const trimmed = text.trim();
  // A URL parser forgives blanks and back slashes in ways that let a link look like another host's.
  if (trimmed.length > MAX_LENGTH || /[\s\\\p{Cc}]/u.test(trimmed)) return null;
  const absolute = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed.replace(/^\/\//, '')}`;
  if (/^[^/]*\/\/[^/?#]*@/.test(absolute) || !URL.canParse(absolute)) return null;
  const url = new URL(absolute);
  return ['', '80', '443'].includes(url.port) ? url : null;
}
