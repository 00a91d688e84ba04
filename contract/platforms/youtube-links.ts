import {
  type Link,
  type LinkReading,
  linkOf,
  NOT_RECOGNISED,
  type PostKind,
  type PostLinks,
} from './post-link.ts';

const main = /^(?:(?:www|m|music|gaming)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$/;
const short = /^(?:www\.)?youtu\.be$/;
const idShape = /^[A-Za-z0-9_-]{11}$/;

export const youtubeLinks: PostLinks = {
  isHost: (host) => main.test(host) || short.test(host),
  read(link) {
    const inner = link.url.searchParams.get('u');
    if (short.test(link.host) || link.path[0] !== 'attribution_link' || inner === null) return readPath(link);
    if (!URL.canParse(inner, 'https://www.youtube.com')) return NOT_RECOGNISED;
    const target = linkOf(new URL(inner, 'https://www.youtube.com'));
    const isPost = main.test(target.host) && target.path[0] !== 'attribution_link';
    return isPost ? readPath(target) : NOT_RECOGNISED;
  },
  idTime: () => null,
  idTimeEarlySeconds: 0,
};

function readPath({ host, path: [first, second], url }: Link): LinkReading {
  if (short.test(host)) return post(first, 'video');
  if (first === undefined || (first === 'watch' && second === undefined)) {
    return post(url.searchParams.get('v') ?? '', 'video');
  }
  if (first === 'shorts') return post(second, 'short');
  if (first === 'live') return post(second, 'live');
  return ['watch', 'embed', 'v', 'e'].includes(first) ? post(second, 'video') : NOT_RECOGNISED;
}

function post(id: string | undefined, kind: PostKind): LinkReading {
  if (id === undefined || !idShape.test(id)) return NOT_RECOGNISED;
  const path = { short: 'shorts/', live: 'live/' }[kind as string] ?? 'watch?v=';
  return { ok: true, id, kind, canonicalUrl: `https://www.youtube.com/${path}${id}` };
}
