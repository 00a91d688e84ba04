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

export const NOT_RECOGNISED: LinkReading = { ok: false, reason: 'not_recognised' };

export interface Link {
  url: URL;
  /** Without a final dot. */
  host: string;
  /** The parts of the path that hold something. */
  path: string[];
}

export const linkOf = (url: URL): Link => ({
  url,
  host: url.hostname.replace(/\.$/, ''),
  path: url.pathname.split('/').filter(Boolean),
});

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

const shortCode = /^[A-Za-z0-9_-]{5,32}$/;

/** Only a clean code is followed; whatever else the link carried is left behind. */
export function redirect(base: string, path: string[]): LinkReading {
  const code = path.at(-1) ?? '';
  if (!shortCode.test(code)) return NOT_RECOGNISED;
  return { ok: false, reason: 'needs_resolve', resolveUrl: `${base}${path.join('/')}/` };
}
