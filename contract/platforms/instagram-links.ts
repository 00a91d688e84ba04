import { idIn, type LinkReading, NOT_RECOGNISED, type PostLinks, redirect, word } from './post-link.ts';

const main = /^(?:(?:www|m|web)\.)?instagram\.com$|^(?:www\.)?instagr\.am$/;
/**
 * A post's code, alone or followed by the 28 characters that a link to a private post appends. Posts since
 * 2011 have no shorter codes.
 */
const codeShape = /^[A-Za-z0-9_-]{10,11}(?:[A-Za-z0-9_-]{28})?(?![A-Za-z0-9_-])/;
const handleShape = /^[A-Za-z0-9_.]{1,30}$/;
/** Number of characters that a link to a private post appends to the post's code. */
const SECRET_LENGTH = 28;
const own = ['reel', 'reels', 'p', 'tv'];
/** Words that can appear between `share` and its code. */
const shared = [...own, 'v'];
/** First path parts that are sections of the site and so can't be an account's name. */
const sections = ['share', 'stories', 'explore', 'accounts', 'direct', 's'];

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** The time from which Instagram's ids count, in milliseconds since 1970. */
const EPOCH_MS = 1_314_220_021_721;

export const instagramLinks: PostLinks = {
  isHost: (host) => main.test(host),
  read({ path }) {
    const [first, second, third] = path;
    if (word(first) === 'share') {
      const form = word(second);
      if (shared.includes(form)) return redirect(`https://www.instagram.com/share/${form}/`, third);
      return third === undefined ? redirect('https://www.instagram.com/share/', second) : NOT_RECOGNISED;
    }
    if (own.includes(word(first))) return post(word(first), second);
    const handle = first ?? '';
    const isNamed = handleShape.test(handle) && !sections.includes(word(handle));
    if (!isNamed || !own.includes(word(second))) return NOT_RECOGNISED;
    const found = post(word(second), third);
    return found.ok ? { ...found, handle } : found;
  },
  idTime(shortcode) {
    // Eleven characters encode the 64-bit key. A longer code is from a link to a private post, whose
    // remaining characters are not part of the key.
    if (!/^[A-Za-z0-9_-]{10,11}$/.test(shortcode)) return null;
    let key = 0n;
    for (const character of shortcode) key = key * 64n + BigInt(alphabet.indexOf(character));
    return new Date(Number(key >> 23n) + EPOCH_MS);
  },
  idTimeEarlySeconds: 180,
};

function post(form: string, part: string | undefined): LinkReading {
  const code = idIn(part, codeShape);
  if (code === undefined) return NOT_RECOGNISED;
  const id = code.length > SECRET_LENGTH ? code.slice(0, -SECRET_LENGTH) : code;
  const kind = form === 'p' ? 'post' : 'reel';
  const canonicalUrl = `https://www.instagram.com/${kind === 'post' ? 'p' : 'reel'}/${id}/`;
  return { ok: true, id, kind, canonicalUrl };
}

/**
 * Returns the code with which links name the post of this numeric key. App links and the API contain the key
 * instead.
 */
export function codeOfKey(key: bigint): string {
  let code = '';
  for (let rest = key; rest > 0n; rest /= 64n) code = alphabet[Number(rest % 64n)]! + code;
  return code;
}
