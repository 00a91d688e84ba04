export type PostKind = 'short' | 'video' | 'live' | 'reel' | 'post';

/** A post as its link names it, in whatever form the platform hands links out. */
export interface LinkedPost {
  ok: true;
  /** The platform's own id of the post, case-sensitive; (platform, id) is the unique key of a post. */
  id: string;
  /** Without the @, as it stands in the link; absent when the link does not name the account. */
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
  /** Without a final dot. */
  host: string;
  /** The parts of the path that hold something, decoded. */
  path: string[];
  /** The parts of the path after `#`, where old and small apps write it. */
  hashPath: string[];
  /** Values of these parameters, in their order; also of those after a stray `&`, `?` or `#`. */
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

/** Decodes the percent signs of a text; returns the text itself if they encode nothing. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A word of a path in the case in which platforms write it. */
export const word = (part: string | undefined): string => (part ?? '').toLowerCase();

/**
 * The id with which a part of a link begins. `shape` begins with `^` and refuses any character after the id that could belong to
 * it, so that a longer number or word is never cut to fit; closing punctuation and other scripts may follow.
 */
export const idIn = (part: string | undefined, shape: RegExp): string | undefined =>
  shape.exec(part ?? '')?.[0];

/** What links to a platform's posts look like, and what their ids tell. */
export interface PostLinks {
  /** Whole host names, never parts of them: `youtube.com.evil.example` and `notyoutube.com` are other people's. */
  isHost(host: string): boolean;
  read(link: Link): LinkReading;
  /** When a post's id was made, which is at or shortly before the post; null where ids carry no time. */
  idTime(id: string): Date | null;
  /**
   * Seconds by which that time may lie before the post's own time (seen: 2-11 s at TikTok, 0-89 s at Instagram).
   * A rule that compares it with another time must allow this much.
   */
  idTimeEarlySeconds: number;
}

const shortCode = /^[A-Za-z0-9_-]{5,32}(?![A-Za-z0-9_-])/;

/** Only a clean code is followed; whatever else the link carried is left behind. */
export function redirect(base: string, part: string | undefined): LinkReading {
  const code = idIn(part, shortCode);
  if (code === undefined) return NOT_RECOGNISED;
  return { ok: false, reason: 'needs_resolve', resolveUrl: `${base}${code}/` };
}
