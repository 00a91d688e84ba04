import { POST_TEXT_MAX } from '#contract/limits.ts';
import { appLinks } from './app-links.ts';
import { instagramLinks } from './instagram-links.ts';
import { linksInText, unescaped, withoutClosing } from './links-in-text.ts';
import { type PostPlatform, postPlatforms } from './platforms.ts';
import { type LinkedPost, type LinkReading, linkOf, NOT_RECOGNISED, type PostLinks } from './post-link.ts';
import { tiktokLinks } from './tiktok-links.ts';
import { wrappedLinks } from './wrapped-link.ts';
import { youtubeLinks } from './youtube-links.ts';

export type RecognisedPost = LinkedPost & { platform: PostPlatform };
type Recognised = Exclude<LinkReading, { reason: 'not_recognised' }> & { platform: PostPlatform };

/** One of the posts in a text with several posts. */
export interface PostCandidate {
  platform: PostPlatform;
  url: string;
}
/** Result of reading one link. */
export type ParsedLink = typeof NOT_RECOGNISED | Recognised;
/** Result of reading a text, which may contain several links. */
export type ParsedPost = ParsedLink | { ok: false; reason: 'several_posts'; candidates: PostCandidate[] };

export const postLinks: Record<PostPlatform, PostLinks> = {
  tiktok: tiktokLinks,
  youtube: youtubeLinks,
  instagram: instagramLinks,
};

/**
 * Maximum depth of links within links. A consent page can lead to a login page, which leads to an outgoing
 * link, which leads to the post.
 */
const MOST_WRAPPED = 4;
/** Direction marks, zero-width spaces and other invisible characters. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Returns the post to which a text links, in any format that the apps of YouTube, TikTok and Instagram share.
 * Sends no request and never throws.
 */
export function parsePostUrl(text: string): ParsedPost {
  if (text.length > POST_TEXT_MAX) return NOT_RECOGNISED;
  const plain = unescaped(text);
  // Invisible characters can be inside a link, or between a link and the next word, so both readings are
  // tried. The third reading converts full-width letters, which some keyboards write.
  const whole = plain.replace(invisible, '');
  for (const reading of [whole, plain.replace(invisible, ' '), whole.normalize('NFKC')]) {
    const found = postsIn(reading);
    if (found.length === 1) return found[0]!.reading;
    if (found.length > 1) {
      const candidates = found.map(({ url, reading: { platform } }) => ({ platform, url }));
      return { ok: false, reason: 'several_posts', candidates };
    }
  }
  return NOT_RECOGNISED;
}

/**
 * Returns the post to which one link leads, such as the target of a redirect. The text of the link is not
 * searched for other links.
 */
export function postOfUrl(url: URL, depth = 0): ParsedLink {
  const host = linkOf(url).host;
  const platform = postPlatforms.find((one) => postLinks[one].isHost(host));
  for (const spelling of platform ? spellingsOf(url) : []) {
    const read = postLinks[platform!].read(linkOf(spelling));
    if (read.ok || read.reason !== 'not_recognised') return { ...read, platform: platform! };
  }
  for (const inner of depth < MOST_WRAPPED ? wrappedLinks(url) : []) {
    const target = URL.canParse(inner, url.origin) ? toUrl(new URL(inner, url.origin).href) : null;
    const read = target ? postOfUrl(target, depth + 1) : NOT_RECOGNISED;
    if (read !== NOT_RECOGNISED) return read;
  }
  return NOT_RECOGNISED;
}

interface FoundPost {
  reading: Recognised;
  url: string;
}

/** Returns the distinct posts in a text. */
function postsIn(text: string): FoundPost[] {
  const posts = new Map<string, FoundPost>();
  for (const { text: link, isCut } of linksInText(text)) {
    for (const found of gluedPosts(link)) {
      const { reading, url } = found;
      if (isCut && mayBeCut(reading)) continue;
      const key = reading.ok ? `${reading.platform} ${reading.id}` : url;
      const known = posts.get(key)?.reading;
      // If two links lead to the same post, the link that names the account is kept.
      if (!known || (known.ok && !known.handle && reading.ok && reading.handle)) posts.set(key, found);
    }
  }
  return [...posts.values()];
}

/**
 * Whether the link may have been cut. Short links and Instagram codes vary in length, so a cut one still
 * looks complete.
 */
const mayBeCut = (reading: Recognised): boolean =>
  reading.ok
    ? reading.platform === 'instagram' && reading.id.length < 11
    : reading.reason === 'needs_resolve';

/** The search for the next link starts after this many characters, the length of `https://www.`. */
const OWN_START = 12;

/**
 * Matches a link that ends with a parameter's name, as in `…?referer=`: the next link is then its value. The
 * end of `…?igsh=MXc==` does not match, because the parameter has a value.
 */
const endsWithName = /[?&][a-z_]{1,30}=$/i;

/**
 * Yields the posts of links that were pasted one after another without a space. A link that is another link's
 * parameter is not read separately.
 */
function* gluedPosts(text: string): Generator<FoundPost> {
  let rest = text;
  for (;;) {
    const next = rest.slice(OWN_START).search(/https?:\/\/|www\.(?:tiktok|youtube|instagram)\.com\//i);
    const before = rest.slice(0, next + OWN_START);
    const head = next < 0 || endsWithName.test(before) ? null : read(before);
    if (!head) break;
    yield head;
    rest = rest.slice(next + OWN_START);
  }
  const last = read(rest);
  if (last) yield last;
}

function read(text: string): FoundPost | null {
  const end = text.search(/[^\w\-.~:/?#@!$&+,;=%]/);
  for (const link of [withoutClosing(text), ...(end < 0 ? [] : [withoutClosing(text.slice(0, end))])]) {
    const links = appLinks(link);
    for (const one of links.length > 0 ? links : [link]) {
      const url = toUrl(one);
      const reading = url ? postOfUrl(url) : NOT_RECOGNISED;
      if (reading.ok) return { reading, url: reading.canonicalUrl };
      if (reading.reason === 'needs_resolve') return { reading, url: reading.resolveUrl };
      if (reading.reason === 'photo_post') return { reading, url: `${url!.origin}${url!.pathname}` };
    }
  }
  return null;
}

/**
 * Returns the link as given, followed by its decoded forms, because some paths were encoded more than once.
 * The host is never decoded.
 */
function spellingsOf(url: URL): URL[] {
  const spellings = [url];
  let tail = `${url.pathname}${url.search}${url.hash}`;
  for (let turn = 0; turn < 3 && tail.includes('%'); turn += 1) {
    try {
      tail = decodeURIComponent(tail);
    } catch {
      break;
    }
    // Encoded `../` parts are an attempt to hide another path.
    if (tail.includes('/../')) break;
    if (URL.canParse(`${url.origin}${tail}`)) spellings.push(new URL(`${url.origin}${tail}`));
  }
  return spellings;
}

function toUrl(link: string): URL | null {
  const rest = link.replace(/^https?:?\/{0,4}/i, '').replace(/^https?:\/\//i, '');
  // URL parsers accept backslashes and user names, with which a link can seem to have another host.
  if (rest.includes('\\') || /^[^/?#]*@/.test(rest) || !URL.canParse(`https://${rest}`)) return null;
  const url = new URL(`https://${rest}`);
  return ['', '80', '443'].includes(url.port) ? url : null;
}
