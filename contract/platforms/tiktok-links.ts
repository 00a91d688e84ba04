import { type LinkReading, NOT_RECOGNISED, type PostLinks, redirect } from './post-link.ts';

const main = /^(?:(?:www|m|us|t)\.)?tiktok\.com$/;
const share = /^(?:(?:www|m)\.)?tiktokv\.com$/;
const short = /^(?:vm|vt)\.tiktok\.com$/;
/** A 64-bit number without leading zeros, so that one post has one spelling. */
const idShape = /^[1-9]\d{14,18}$/;
const handleShape = /^[A-Za-z0-9_.]{1,32}$/;

export const tiktokLinks: PostLinks = {
  isHost: (host) => [main, share, short].some((one) => one.test(host)),
  read({ host, path }) {
    if (short.test(host)) return redirect(`https://${host}/`, path.slice(0, 1));
    return share.test(host) && path[0] !== 'share' ? NOT_RECOGNISED : readPath(path);
  },
  idTime: (id) => (/^\d{15,20}$/.test(id) ? new Date(Number(BigInt(id) >> 32n) * 1000) : null),
  idTimeEarlySeconds: 30,
};

function readPath(path: string[]): LinkReading {
  const [first = '', second = '', third = ''] = path;
  if (first === 't') return redirect('https://www.tiktok.com/t/', path.slice(1, 2));
  if (first === 'v') return post(second.replace(/\.html$/, ''));
  if (first === 'embed') return post(third === '' ? second : third);
  if (first === 'player') return post(third);
  if (first === 'share' && second === 'video') return post(third);
  if (!first.startsWith('@')) return NOT_RECOGNISED;
  if (second === 'photo' && idShape.test(third)) return { ok: false, reason: 'photo_post' };
  return second === 'video' ? post(third, first.slice(1)) : NOT_RECOGNISED;
}

function post(id: string, handle = ''): LinkReading {
  if (!idShape.test(id) || (handle !== '' && !handleShape.test(handle))) return NOT_RECOGNISED;
  const canonicalUrl = `https://www.tiktok.com/@${handle}/video/${id}`;
  return { ok: true, id, kind: 'video', canonicalUrl, ...(handle && { handle }) };
}
