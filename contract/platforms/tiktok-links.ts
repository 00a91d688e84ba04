import { idIn, type LinkReading, NOT_RECOGNISED, type PostLinks, redirect, word } from './post-link.ts';

const main = /^(?:(?:www|m|us|t|lite)\.)?tiktok\.com$/;
const share = /^(?:(?:www|m)\.)?tiktokv\.com$/;
const short = /^(?:www\.)?(?:vm|vt)\.tiktok\.com$/;
/**
 * An id is nineteen digits for every post since TikTok began: the seconds since 1970, followed by 32 more
 * bits. Shorter ids were cut.
 */
const idShape = /^[1-9]\d{18}(?![A-Za-z0-9_-])/;
const ID_END = 2n ** 63n;
/** TikTok allows no hyphen in handles. A handle with one is a typing error and is kept as typed. */
const handleShape = /^[A-Za-z0-9_.-]{1,32}$/;
const locale = /^[a-z]{2}(?:[-_][a-z]{2,4}){0,2}$/i;
/** Pages that show many posts, and name one of them in their query or fragment. */
const feeds = ['', 'foryou', 'following', 'friends', 'explore', 'trending', 'search'];
const itemNames = ['item_id', 'itemid', 'shareid', 'share_item_id', 'aweme_id'];

export const tiktokLinks: PostLinks = {
  isHost: (host) => [main, share, short].some((one) => one.test(host)),
  read({ host, path, hashPath, values }) {
    const named = path.length > 1 && locale.test(path[0]!) ? path.slice(1) : path;
    const [first = '', second] = named;
    if (short.test(host) && !first.startsWith('@')) {
      return redirect(`https://${host.replace('www.', '')}/`, first);
    }
    if (share.test(host)) return word(first) === 'share' ? readPath(named) : NOT_RECOGNISED;
    if (word(first) === 't') {
      return redirect(`https://${host === 'lite.tiktok.com' ? 'lite' : 'www'}.tiktok.com/t/`, second);
    }
    const isFeed = feeds.includes(word(first)) || (first.startsWith('@') && named.length === 1);
    if (!isFeed) return readPath(named);
    const item = values(...itemNames).find((value) => isId(value));
    return hashPath.length > 0 && item === undefined ? readPath(hashPath) : post(item);
  },
  idTime: (id) => (/^\d{15,20}$/.test(id) ? new Date(Number(BigInt(id) >> 32n) * 1000) : null),
  idTimeEarlySeconds: 30,
};

function readPath(path: string[]): LinkReading {
  const [first = '', second, third] = path;
  if (first.startsWith('@')) return postOf(word(second), third, first.slice(1));
  switch (word(first)) {
    case 'h5':
    case 'i18n':
      return word(second) === 'share' ? readPath(path.slice(1)) : NOT_RECOGNISED;
    case 'share':
      return postOf(word(second), third);
    case 'v':
    case 'video':
      return post(second);
    case 'embed':
      return post(/^v\d$/.test(second ?? '') ? third : second);
    case 'player':
      return post(third);
    case 'tiktokstudio':
      return ['analytics', 'comment', 'content'].includes(word(second)) ? post(third) : NOT_RECOGNISED;
    default:
      return NOT_RECOGNISED;
  }
}

function postOf(form: string, part: string | undefined, handle?: string): LinkReading {
  if (form === 'photo' && isId(part)) return { ok: false, reason: 'photo_post' };
  return ['video', 'v', 'item'].includes(form) ? post(part, handle) : NOT_RECOGNISED;
}

const isId = (part: string | undefined): boolean => {
  const id = idIn(part, idShape);
  return id !== undefined && BigInt(id) < ID_END;
};

function post(part: string | undefined, named = ''): LinkReading {
  if (!isId(part)) return NOT_RECOGNISED;
  const id = idIn(part, idShape)!;
  const handle = handleShape.test(named) ? named : '';
  const canonicalUrl = `https://www.tiktok.com/@${handle}/video/${id}`;
  return { ok: true, id, kind: 'video', canonicalUrl, ...(handle && { handle }) };
}
