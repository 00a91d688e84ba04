import { type LinkReading, NOT_RECOGNISED, type PostLinks, redirect } from './post-link.ts';

const main = /^(?:(?:www|m)\.)?instagram\.com$/;
const codeShape = /^[A-Za-z0-9_-]{5,56}$/;
const handleShape = /^[A-Za-z0-9_.]{1,30}$/;
/** What a link to a private post appends to the post's code. */
const SECRET_LENGTH = 28;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Milliseconds since 1970 at which ids start counting. */
const EPOCH_MS = 1_314_220_021_721;

export const instagramLinks: PostLinks = {
  isHost: (host) => main.test(host),
  read({ path }) {
    if (path[0] === 'share') {
      const rest = path[1] === 'reel' || path[1] === 'p' ? path.slice(1, 3) : path.slice(1, 2);
      return redirect('https://www.instagram.com/share/', rest);
    }
    const own = ['reel', 'reels', 'p', 'tv'];
    if (own.includes(path[0] ?? '')) return post(path[0]!, path[1]);
    const handle = path[0] ?? '';
    if (!own.includes(path[1] ?? '') || !handleShape.test(handle)) return NOT_RECOGNISED;
    const found = post(path[1]!, path[2]);
    return found.ok ? { ...found, handle } : found;
  },
  idTime(shortcode) {
    // Eleven characters hold the 64-bit key; longer codes are private links whose tail is no part of it.
    if (!/^[A-Za-z0-9_-]{10,11}$/.test(shortcode)) return null;
    let key = 0n;
    for (const character of shortcode) key = key * 64n + BigInt(alphabet.indexOf(character));
    return new Date(Number(key >> 23n) + EPOCH_MS);
  },
  idTimeEarlySeconds: 180,
};

function post(form: string, code: string | undefined): LinkReading {
  if (code === undefined || code === 'audio' || !codeShape.test(code)) return NOT_RECOGNISED;
  const id = code.length > SECRET_LENGTH ? code.slice(0, -SECRET_LENGTH) : code;
  if (id.length < 5) return NOT_RECOGNISED;
  const kind = form === 'p' ? 'post' : 'reel';
  const canonicalUrl = `https://www.instagram.com/${kind === 'post' ? 'p' : 'reel'}/${id}/`;
  return { ok: true, id, kind, canonicalUrl };
}
