export type PostKind = 'short' | 'video' | 'live' | 'reel' | 'post';

/** A post as its link identifies it, in any of the platform's link formats. */
export interface LinkedPost {
  ok: true;
  /** The platform's own id of the post, case-sensitive; (platform, id) is the unique key of a post. */
  id: string;
  /** Without the @, as written in the link; absent when the link does not name the account. */
  handle?: string;
  kind: PostKind;
  canonicalUrl: string;
}

export type LinkReading =
  | LinkedPost
  | { ok: false; reason: 'not_recognised' }
  | { ok: false; reason: 'photo_post' }
  /** A short link: `resolveUrl` (always https, always one of the platform's own hosts) redirects to the post. */
  | { ok: false; reason: 'needs_resolve'; resolveUrl: string };

export const NOT_RECOGNISED = { ok: false, reason: 'not_recognised' } as const satisfies LinkReading;

export interface Link {
  /** Without a dot at the end. */
  host: string;
  /** The non-empty parts of the path, decoded. */
  path: string[];
  /** The parts of the path after `#`, where old and small apps put it. */
  hashPath: string[];
  /** Values of these parameters, in order, including parameters after a stray `&`, `?` or `#`. */
  values(...names: string[]): string[];
}

export function linkOf(url: URL): Link {
  // People and apps also write `/reel/CODE&igsh=…`, `?v=ID?si=…` and `#!v=ID`.
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

/** A part of a path in lower case, as platforms write their own words. */
export const word = (part: string | undefined): string => (part ?? '').toLowerCase();

/**
 * The id at the beginning of a link's part. `shape` begins with `^` and refuses any character after the id
 * that could belong to it, so a longer number or word is never cut to fit. Closing punctuation and other
 * scripts may follow.
 */
export const idIn = (part: string | undefined, shape: RegExp): string | undefined =>
  shape.exec(part ?? '')?.[0];

/** Formats of a platform's post links and post ids. */
export interface PostLinks {
  /** Matches whole host names, never parts: `youtube.com.evil.example` and `notyoutube.com` belong to other people. */
  isHost(host: string): boolean;
  read(link: Link): LinkReading;
  /** The time at which a post's id was made, at or shortly before the post; null for ids without a time. */
  idTime(id: string): Date | null;
  /**
   * The most seconds between that time and the post's own, later time (measured: 2-11 s at TikTok, 0-89 s at
   * Instagram). A rule that compares the id's time with another time must allow this much.
   */
  idTimeEarlySeconds: number;
}

const shortCode = /^[A-Za-z0-9_-]{5,32}(?![A-Za-z0-9_-])/;

/** The short link that the server follows: built from the code alone, without anything else the link contained. */
export function redirect(base: string, part: string | undefined): LinkReading {
  const code = idIn(part, shortCode);
  if (code === undefined) return NOT_RECOGNISED;
  return { ok: false, reason: 'needs_resolve', resolveUrl: `${base}${code}/` };
}
