import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import {
  type ParsedLink,
  type ParsedPost,
  type PostCandidate,
  parsePostUrl,
} from '#contract/platforms/post-url.ts';

/** Result if the platform currently does not say where a short link leads. */
interface Unavailable {
  ok: false;
  reason: 'unavailable';
}

/** The post to which a link leads, or why it leads to none. */
export type ResolvedPost = ParsedPost | Unavailable;

export type ResolveLink = (resolveUrl: string) => Promise<ParsedLink | Unavailable>;

export interface CheckFailure {
  code: ErrorCode;
  message: string;
  /** The posts in the text, if it names several. */
  candidates?: string[];
}

/** Returns the post to which a link leads. Follows a platform's share link. */
export async function resolvePost(resolveLink: ResolveLink, url: string): Promise<ResolvedPost> {
  const parsed = parsePostUrl(url);
  return parsed.ok || parsed.reason !== 'needs_resolve' ? parsed : await resolveLink(parsed.resolveUrl);
}

/** Returns the failure that explains why a link leads to no post. */
export function refusedLink(parsed: Exclude<ResolvedPost, { ok: true }>): CheckFailure {
  const failure = (code: ErrorCode) => ({ code, message: errorCatalogue[code].detail });
  if (parsed.reason === 'unavailable') return { code: 'platform_unavailable', message: UNAVAILABLE };
  if (parsed.reason === 'several_posts') return severalPosts(parsed.candidates);
  return failure(parsed.reason === 'photo_post' ? 'photo_post' : 'url_not_recognised');
}

const UNAVAILABLE =
  'The platform does not say right now where this short link leads. Nothing was lost: try again in a moment, or copy the address of the post from a browser.';
/** At most this many posts are named in the message. */
const MOST_NAMED = 10;

function severalPosts(found: PostCandidate[]): CheckFailure {
  const candidates = found.slice(0, MOST_NAMED).map(({ url }) => url);
  const message = `This text holds links to ${found.length} posts: ${candidates.join(', ')}. Send the link to one of them.`;
  return { code: 'several_posts', message, candidates };
}
