export type PostKind = 'short' | 'video' | 'live' | 'reel' | 'post';

/** A post as its link identifies it, in any of the platform's link formats. */
export interface LinkedPost {
  ok: true;
  /** The platform's own id of the post, case-sensitive. Platform and id together identify a post. */
  id: string;
  /**
   * The account's name as written in the link, without the @; absent if the link does not name the account.
   */
  handle?: string;
  kind: PostKind;
  canonicalUrl: string;
}

export type LinkReading =
  | LinkedPost
  | { ok: false; reason: 'not_recognised' }
  | { ok: false; reason: 'photo_post' }
  /**
   * A short link. `resolveUrl` redirects to the post; it is always https and on one of the platform's own
   * hosts.
   */
  | { ok: false; reason: 'needs_resolve'; resolveUrl: string };

export const NOT_RECOGNISED = { ok: false, reason: 'not_recognised' } as const satisfies LinkReading;

export interface Link {
  /** The host name, without a final dot. */
  host: string;
  /** The non-empty parts of the path, decoded. */
  path: string[];
  /** The non-empty parts of the path after `#`, which old and small apps use. */
  hashPath: string[];
  /** Returns the values of these parameters, in order, including parameters after a stray `&`, `?` or `#`. */
  values(...names: string[]): string[];
}

export function linkOf(url: URL): Link {
  // People and apps also write parameters like `/reel/CODE&igsh=…`, `?v=ID?si=…` and `#!v=ID`.
  const [path = '', ...pairs] = `${url.pathname}${url.search}${url.hash}`.split(/[?&#;]/);
  return {
    host: url.hostname.replace(/\.$/, ''),
    path: partsOf(path),
    hashPath: partsOf(url.hash.replace(/^#!?/, '').split(/[?&]/)[0]!),
    values(...names) {
      return pairs.flatMap((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return names.includes(name.replace(/^!/, '').toLowerCase()) ? [decoded(value).trim()] : [];
      });
    },
  };
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean).map(decoded);

/** Decodes percent-encoding; returns the text unchanged if the encoding is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns a part of a path in lower case, the spelling of the platforms' own words. */
export const word = (part: string | undefined): string => (part ?? '').toLowerCase();

/**
 * Returns the id at the beginning of a link's part. `shape` begins with `^` and does not match if the next
 * character could still belong to the id, so a longer number or word is never cut. Closing punctuation and
 * characters of other scripts may follow.
 */
export const idIn = (part: string | undefined, shape: RegExp): string | undefined =>
  shape.exec(part ?? '')?.[0];

/** Formats of a platform's post links and post ids. */
export interface PostLinks {
  /**
   * Must match whole host names only, because `youtube.com.evil.example` and `notyoutube.com` belong to other
   * people.
   */
  isHost(host: string): boolean;
  read(link: Link): LinkReading;
  /**
   * Returns when a post's id was made, which is at or shortly before the time of the post; null for ids
   * without a time.
   */
  idTime(id: string): Date | null;
  /**
   * The most seconds by which an id's time precedes the post's own time (measured: 2-11 s on TikTok, 0-89 s
   * on Instagram). A rule that compares an id's time with another time must allow this difference.
   */
  idTimeEarlySeconds: number;
}

const shortCode = /^[A-Za-z0-9_-]{5,32}(?![A-Za-z0-9_-])/;

/**
 * Builds the short link that the server follows. It contains the code, but nothing else of the original link.
 */
export function redirect(base: string, part: string | undefined): LinkReading {
  const code = idIn(part, shortCode);
  if (code === undefined) return NOT_RECOGNISED;
  return { ok: false, reason: 'needs_resolve', resolveUrl: `${base}${code}/` };
}
