/**
 * Finds links in any pasted text: sentences of share sheets, quotes, markdown, HTML, mails. It only decides
 * where a link begins and may end; `post-url.ts` decides whether a link leads to a post. A host name within
 * another site's link is not treated as a link.
 */

/** Characters that a link can contain. Links encode all punctuation outside ASCII. */
const pieces = /[!#-;=?-\]_a-z~\p{L}\p{M}\p{N}]+/gu;
/**
 * Characters that browsers read as `/`, `@`, a backslash or a dot. Text after one of them is part of the
 * preceding link.
 */
const LIKE_SLASH = '\uff0f\u2044\u2215\u29f8\uff20\uff3c';
const LIKE_DOT = '\u3002\uff0e\uff61\uff1f\uff03';
const closing = '.,;:!?\'")]}*~';

const entities: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
};

/** Removes the escapes of HTML, JSON and markdown, which people copy with the source of a page. */
export function unescaped(text: string): string {
  // Decodes twice, for source text that was itself shown as escaped text.
  return withoutEntities(withoutEntities(text))
    .replace(/\\u00([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\([/_&=~*#?.+-])/g, '$1');
}

const withoutEntities = (text: string): string =>
  text.replace(/&(?:([a-z]{2,4})|#(\d{1,5})|#x([0-9a-f]{1,4}));/gi, (whole, name, decimal, hex) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });

export interface LinkInText {
  /** The link from its scheme on. The end still has closing punctuation and any text attached to the link. */
  text: string;
  /** True if the link ends with an ellipsis, so that its last part may be incomplete. */
  isCut: boolean;
}

/** Yields, in order, the text from each position where a link begins. */
export function* linksInText(text: string): Generator<LinkInText> {
  for (const chunk of text.split(/[\s\p{Cc}]+/u)) {
    let hadHost = false;
    for (const match of chunk.matchAll(pieces)) {
      const before = chunk[match.index - 1] ?? ' ';
      const isPart = hadHost && LIKE_SLASH.includes(before);
      const link = isPart ? null : beginningOf(match[0], hadHost && LIKE_DOT.includes(before));
      if (link) yield { text: link, isCut: isCutOff(link, chunk[match.index + match[0].length]) };
      hadHost ||= /:\/\/|\.[a-z]{2}/i.test(match[0]);
    }
  }
}

const isCutOff = (link: string, next: string | undefined): boolean =>
  !link.includes('?') && (next === '\u2026' ? /[\w-]$/ : /[\w-]\.{3}$/).test(link);

/** Removes closing punctuation and marks of emphasis from the end of a link. */
export function withoutClosing(link: string): string {
  let end = link.length;
  while (end > 0 && closing.includes(link[end - 1]!)) end -= 1;
  return link.slice(0, end);
}

const scheme = /https?:?\/\/|https?:\/?(?=[a-z0-9])/i;
const app = /^(?:vnd\.youtube(?:\.launch)?:|(?:intent|youtube|instagram|tiktok|musically|snssdk\d{4}):\/\/)/i;
const host = /^(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,6}\.?(?::\d{1,5})?[/?#]/i;

/** Returns the link that begins in this piece of text, from its scheme on, or null if there is none. */
function beginningOf(given: string, onlyWithScheme: boolean): string | null {
  const start = given.search(scheme);
  if (start >= 0) return isOtherLink(given.slice(0, start)) ? null : withoutEmphasis(given, start);
  const text = given.replace(/^[([{'*_~=:;,.!?-]{1,20}/, '');
  if (app.test(text)) return text;
  const encoded = text.replace(/^[a-z_]{1,20}=/i, '');
  if (/^https?%(?:25){0,3}3a/i.test(encoded)) return schemeDecoded(encoded);
  if (onlyWithScheme) return null;
  return bareLink(text);
}

/** Returns a link whose scheme is missing or incomplete. A word may precede it ("Link:youtu.be/…"). */
function bareLink(text: string): string | null {
  const rest = text
    .replace(/^(?:t?tps?:)?\/\/(?=[^/])/i, '')
    .replace(/^(?!javascript|data|file|s?ftp|mailto|blob|about)\p{L}{1,20}[:=]/iu, '');
  return host.test(rest) ? `https://${rest}` : null;
}

/**
 * Whether a link after `before` is only a part of another link: `evil.example/https://…`, `me@https://…`,
 * `ftp://https://…`.
 */
function isOtherLink(before: string): boolean {
  const host = before.slice(0, Math.max(0, before.search(/[/?#]/)));
  return host.includes('.') || /[@\\]|\/\//.test(before);
}

function withoutEmphasis(given: string, start: number): string {
  const link = given.slice(start);
  const mark = given[start - 1] ?? '';
  if (mark !== '_' && mark !== '-') return link;
  let whole = withoutClosing(link);
  while (whole.endsWith(mark)) whole = whole.slice(0, -1);
  return whole;
}

function schemeDecoded(text: string): string | null {
  let link = text;
  for (let turn = 0; turn < 4 && !/^https?:/i.test(link); turn += 1) {
    try {
      link = decodeURIComponent(link);
    } catch {
      return null;
    }
  }
  return link;
}
