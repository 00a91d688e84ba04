import { idIn, type LinkReading, NOT_RECOGNISED, type PostLinks, redirect, word } from './post-link.ts';

const main = /^(?:(?:www|m|web)\.)?instagram\.com$|^(?:www\.)?instagr\.am$/;
/** A post's code, alone or with the 28 characters that a link to a private post appends. Shorter codes ended in 2011. */
const codeShape = /^[A-Za-z0-9_-]{10,11}(?:[A-Za-z0-9_-]{28})?(?![A-Za-z0-9_-])/;
const handleShape = /^[A-Za-z0-9_.]{1,30}$/;
/** The length of the text that a link to a private post appends to the post's code. */
const SECRET_LENGTH = 28;
const own = ['reel', 'reels', 'p', 'tv'];
/** Words that can appear between `share` and its code. */
const shared = [...own, 'v'];
/** Sections of the site, so nobody's handle. */
const sections = ['share', 'stories', 'explore', 'accounts', 'direct', 's'];

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Milliseconds since 1970 at which the time in ids starts. */
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
    // Eleven characters encode the 64-bit key; longer codes are private links whose tail is not part of it.
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

/** The code that links use for this post number, which app links and the API give. */
export function codeOfKey(key: bigint): string {
  let code = '';
  for (let rest = key; rest > 0n; rest /= 64n) code = alphabet[Number(rest % 64n)]! + code;
  return code;
}
