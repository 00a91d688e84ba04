import type { PostPlatform } from './platform.ts';

export type PostKind = 'short' | 'video' | 'live' | 'reel' | 'post';

export interface RecognisedPost {
  ok: true;
  platform: PostPlatform;
  /** The platform's own id of the post, case-sensitive; (platform, id) is the unique key of a post. */
  id: string;
  /** Without the @, as it stands in the link; absent when the link does not name the account. */
  handle?: string;
  kind: PostKind;
  canonicalUrl: string;
}

export type UnrecognisedPost =
  | { ok: false; reason: 'not_recognised' }
  | { ok: false; reason: 'photo_post'; platform: PostPlatform }
  /** A short link: `resolveUrl` (always https, always one of the platform's own hosts) redirects to the post. */
  | { ok: false; reason: 'needs_resolve'; platform: PostPlatform; resolveUrl: string };

export type ParsedPost = RecognisedPost | UnrecognisedPost;

const MAX_LENGTH = 2_048;

const NOT_RECOGNISED: ParsedPost = { ok: false, reason: 'not_recognised' };

/** Whole host names, never parts of them: `youtube.com.evil.example` and `notyoutube.com` are other people's. */
const hosts = {
  youtube: /^(?:(?:www|m|music|gaming)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$/,
  youtubeShort: /^(?:www\.)?youtu\.be$/,
  tiktok: /^(?:(?:www|m|us|t)\.)?tiktok\.com$/,
  tiktokShare: /^(?:(?:www|m)\.)?tiktokv\.com$/,
  tiktokShort: /^(?:vm|vt)\.tiktok\.com$/,
  instagram: /^(?:(?:www|m)\.)?instagram\.com$/,
};

const youtubeId = /^[A-Za-z0-9_-]{11}$/;
/** A 64-bit number without leading zeros, so that one post has one spelling. */
const tiktokId = /^[1-9]\d{14,18}$/;
const tiktokHandle = /^[A-Za-z0-9_.]{1,32}$/;
const shortCode = /^[A-Za-z0-9_-]{5,32}$/;
const instagramCode = /^[A-Za-z0-9_-]{5,56}$/;
const instagramHandle = /^[A-Za-z0-9_.]{1,30}$/;
/** What a link to a private Instagram post appends to the post's code. */
const INSTAGRAM_SECRET_LENGTH = 28;

/**
 * Recognises a link to one post in every form the platforms hand out, without asking anybody; never throws.
 * Forms: integrations of YouTube, TikTok and Instagram as their own apps share them.
 */
export function parsePostUrl(text: string): ParsedPost {
  const url = toUrl(text);
  return url ? recognise(url, true) : NOT_RECOGNISED;
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

function recognise(url: URL, followsAttribution: boolean): ParsedPost {
  const host = url.hostname.replace(/\.$/, '');
  const path = url.pathname.split('/').filter(Boolean);
  if (hosts.youtubeShort.test(host)) return youtube(path[0], 'video');
  if (hosts.youtube.test(host)) {
    const inner = url.searchParams.get('u');
    if (path[0] !== 'attribution_link' || inner === null) return youtubePath(path, url.searchParams.get('v'));
    if (!followsAttribution || !URL.canParse(inner, 'https://www.youtube.com')) return NOT_RECOGNISED;
    const target = new URL(inner, 'https://www.youtube.com');
    return hosts.youtube.test(target.hostname) ? recognise(target, false) : NOT_RECOGNISED;
  }
  if (hosts.tiktokShort.test(host)) return redirect('tiktok', `https://${host}/`, path.slice(0, 1));
  if (hosts.tiktok.test(host)) return tiktokPath(path);
  if (hosts.tiktokShare.test(host)) return path[0] === 'share' ? tiktokPath(path) : NOT_RECOGNISED;
  if (hosts.instagram.test(host)) return instagramPath(path);
  return NOT_RECOGNISED;
}

function youtubePath([first, second]: string[], v: string | null): ParsedPost {
  if (first === undefined || (first === 'watch' && second === undefined)) return youtube(v ?? '', 'video');
  if (first === 'shorts') return youtube(second, 'short');
  if (first === 'live') return youtube(second, 'live');
  return ['watch', 'embed', 'v', 'e'].includes(first) ? youtube(second, 'video') : NOT_RECOGNISED;
}

function youtube(id: string | undefined, kind: PostKind): ParsedPost {
  if (id === undefined || !youtubeId.test(id)) return NOT_RECOGNISED;
  const path = { short: 'shorts/', live: 'live/' }[kind as string] ?? 'watch?v=';
  return { ok: true, platform: 'youtube', id, kind, canonicalUrl: `https://www.youtube.com/${path}${id}` };
}

function tiktokPath(path: string[]): ParsedPost {
  const [first = '', second = '', third = ''] = path;
  if (first === 't') return redirect('tiktok', 'https://www.tiktok.com/t/', path.slice(1, 2));
  if (first === 'v') return tiktok(second.replace(/\.html$/, ''));
  if (first === 'embed') return tiktok(third === '' ? second : third);
  if (first === 'player') return tiktok(third);
  if (first === 'share' && second === 'video') return tiktok(third);
  if (!first.startsWith('@')) return NOT_RECOGNISED;
  if (second === 'photo' && tiktokId.test(third)) {
    return { ok: false, reason: 'photo_post', platform: 'tiktok' };
  }
  return second === 'video' ? tiktok(third, first.slice(1)) : NOT_RECOGNISED;
}

function tiktok(id: string, handle = ''): ParsedPost {
  if (!tiktokId.test(id) || (handle !== '' && !tiktokHandle.test(handle))) return NOT_RECOGNISED;
  const canonicalUrl = `https://www.tiktok.com/@${handle}/video/${id}`;
  const post = { ok: true, platform: 'tiktok', id, kind: 'video', canonicalUrl } as const;
  return handle === '' ? post : { ...post, handle };
}

function instagramPath(path: string[]): ParsedPost {
  if (path[0] === 'share') {
    const rest = path[1] === 'reel' || path[1] === 'p' ? path.slice(1, 3) : path.slice(1, 2);
    return redirect('instagram', 'https://www.instagram.com/share/', rest);
  }
  const own = ['reel', 'reels', 'p', 'tv'];
  if (own.includes(path[0] ?? '')) return instagram(path[0]!, path[1]);
  const handle = path[0] ?? '';
  if (!own.includes(path[1] ?? '') || !instagramHandle.test(handle)) return NOT_RECOGNISED;
  const post = instagram(path[1]!, path[2]);
  return post.ok ? { ...post, handle } : post;
}

function instagram(form: string, code: string | undefined): ParsedPost {
  if (code === undefined || code === 'audio' || !instagramCode.test(code)) return NOT_RECOGNISED;
  const id = code.length > INSTAGRAM_SECRET_LENGTH ? code.slice(0, -INSTAGRAM_SECRET_LENGTH) : code;
  if (id.length < 5) return NOT_RECOGNISED;
  const kind = form === 'p' ? 'post' : 'reel';
  const canonicalUrl = `https://www.instagram.com/${kind === 'post' ? 'p' : 'reel'}/${id}/`;
  return { ok: true, platform: 'instagram', id, kind, canonicalUrl };
}

/** Only a clean code is followed; whatever else the link carried is left behind. */
function redirect(platform: PostPlatform, base: string, path: string[]): ParsedPost {
  const code = path.at(-1) ?? '';
  if (!shortCode.test(code)) return NOT_RECOGNISED;
  return { ok: false, reason: 'needs_resolve', platform, resolveUrl: `${base}${path.join('/')}/` };
}
