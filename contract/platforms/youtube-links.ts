import {
  idIn,
  type Link,
  type LinkReading,
  NOT_RECOGNISED,
  type PostKind,
  type PostLinks,
  word,
} from './post-link.ts';

const main =
  /^(?:(?:www|m|music|gaming|kids)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$|^(?:www\.)?youtubekids\.com$|^youtube\.googleapis\.com$/;
const studio = /^studio\.youtube\.com$/;
const pictures = /^img\.youtube\.com$|^i\d?\.ytimg\.com$/;
const short = /^(?:www\.)?youtu\.be$/;
const idShape = /^[A-Za-z0-9_-]{11}(?![A-Za-z0-9_-])/;
/** Words in YouTube's paths that have the length of an id but are not ids. */
const words = ['videoseries', 'live_stream'];

/** Words of a path that precede an id, each with the kind of post. */
const forms: Record<string, PostKind> = {
  ...{ watch: 'video', embed: 'video', v: 'video', vi: 'video', e: 'video', video: 'video' },
  ...{ vi_webp: 'video', an_webp: 'video', shorts: 'short', live: 'live' },
};
/** Pages that name the video in their query or fragment. */
const players = [
  ...['', 'watch', 'watch.php', 'watch_popup', 'movie', 'details', 'tv', 'ytscreeningroom', 'index', 'embed'],
  ...['shorts', 'live', 'live_chat', 'all_comments'],
];

export const youtubeLinks: PostLinks = {
  isHost: (host) => [main, studio, pictures, short].some((one) => one.test(host)),
  read(link) {
    const { host, path, values } = link;
    if (pictures.test(host)) {
      return /^(?:vi|vi_webp|an_webp)$/.test(path[0] ?? '') ? post(path[1], 'video') : NOT_RECOGNISED;
    }
    if (studio.test(host)) {
      return post(word(path[0]) === 'video' ? path[1] : values('udvid').find(isId), 'video');
    }
    const read = readPath(link);
    return short.test(host) && !read.ok ? post(path[0], 'video') : read;
  },
  idTime: () => null,
  idTimeEarlySeconds: 0,
};

function readPath({ path, hashPath, values }: Link): LinkReading {
  const [first, second] = path;
  const form = forms[word(first)];
  if (form && second !== undefined) {
    const read = post(second, form);
    if (read.ok || !words.includes(second)) return read;
  }
  if (word(first) === 'edit') return post(values('video_id').find(isId), 'video');
  if (players.includes(word(first)) && (second === undefined || words.includes(second))) {
    const named = post(values('v', 'vi').find(isId), form ?? 'video');
    return !named.ok && hashPath.length > 1 ? post(hashPath[1], forms[word(hashPath[0])]) : named;
  }
  // The player on channel pages in 2010 had links like `/user/NAME#p/u/1/ID`.
  const isOnChannel = word(first) === 'user' && hashPath[0] === 'p';
  return isOnChannel ? post(hashPath.at(-1), 'video') : NOT_RECOGNISED;
}

const isId = (part: string): boolean => idIn(part, idShape) !== undefined && !words.includes(part);

function post(part: string | undefined, kind: PostKind | undefined): LinkReading {
  const id = idIn(part, idShape);
  if (id === undefined || kind === undefined || words.includes(id)) return NOT_RECOGNISED;
  const path = { short: 'shorts/', live: 'live/' }[kind as string] ?? 'watch?v=';
  return { ok: true, id, kind, canonicalUrl: `https://www.youtube.com/${path}${id}` };
}
