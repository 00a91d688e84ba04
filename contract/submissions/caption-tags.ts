/**
 * Finds the hashtags and mentions of a caption, in any script and normalisation form
 * (docs/decisions/0064-captions-are-read-by-unicode-rules.md).
 */

/** The longest tag that a listing can require, in code points and including its # or @. */
const TAG_MAX = 51;

/**
 * Matches a # or @ and the word after it. The pattern is a regular expression literal, because the checker
 * for slow patterns only reads literals. The letters are those of twitter-text's hashtags: letters, marks and
 * digits of each script, joiners, and the signs inside words of Hebrew, Tibetan, Japanese and Catalan. A
 * point or hyphen is part of a mention only between two letters.
 */
const TAGS =
  /#[\u200d\u200c\p{L}\p{M}\p{N}_\ua67e\u05be\u05f3\u05f4\u301c\u30a0\u30fb\u3003\u0f0b\u0f0c\u00b7]+(?:\.[\u200d\u200c\p{L}\p{M}\p{N}_\ua67e\u05be\u05f3\u05f4\u301c\u30a0\u30fb\u3003\u0f0b\u0f0c\u00b7]+)*|@[\u200d\u200c\p{L}\p{M}\p{N}_\u00b7]+(?:[.-][\u200d\u200c\p{L}\p{M}\p{N}_\u00b7]+)*/gu;

/** Matches one whole tag that a listing may require. `tagsIn` reads each such tag completely. */
export const TAG_PATTERN =
  /^(?=.{2,51}$)[#@][\u200d\u200c\p{L}\p{M}\p{N}_\ua67e\u05be\u05f3\u05f4\u301c\u30a0\u30fb\u3003\u0f0b\u0f0c\u00b7]+(?:\.[\u200d\u200c\p{L}\p{M}\p{N}_\ua67e\u05be\u05f3\u05f4\u301c\u30a0\u30fb\u3003\u0f0b\u0f0c\u00b7]+)*$/u;

const WORD = /^[\p{L}\p{M}\p{N}_]$/u;
/**
 * Scripts without spaces between words, in which a # or @ within the text starts a tag. Korean often omits
 * spaces too.
 */
const UNSPACED =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]$/u;
/** Matches web addresses. An address ends at a blank or at a code point outside ASCII. */
export const LINKS = /https?:\/\/[!-~]+/giu;

/**
 * Returns the caption in one normalisation form, without code points that only change how a character looks.
 */
export const plainCaption = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[#*0-9]\ufe0f?\u20e3/gu, ' ')
    .replace(/[\u034f\u180b-\u180d\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|\u00ad/gu, '')
    // Copied text can have direction marks and zero-width spaces between a # or @ and its word.
    .replace(/(?<=[#@])[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu, '')
    .normalize('NFKC');

/**
 * Returns the same text for words that count as equal: case, normalisation form and joiners don't matter. The
 * four Turkish letters i are treated as equal, because a caption in capitals doesn't show which one was
 * meant.
 */
export const foldWord = (word: string): string =>
  plainCaption(word)
    .replace(/[\u0640\u200c\u200d]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ')
    .normalize('NFKC');

/**
 * Returns the hashtags and mentions in a caption that a listing can require, spelled as in the caption.
 * "#a.b" yields "#a" and "#a.b", because platforms end a hashtag at a point; "@a.b" yields only itself.
 * "#fyp#ad" yields both tags; "me@x.example" and links yield no tag.
 */
export function tagsIn(caption: string): string[] {
  const text = plainCaption(caption);
  const links = [...text.matchAll(LINKS)].map((link) => [link.index, link.index + link[0].length] as const);
  const found = new Set<string>();
  let endOfTag = -1;
  let link = 0;
  for (const { 0: run, index } of text.matchAll(TAGS)) {
    while (link < links.length && links[link]![1] <= index) link++;
    const isInLink = run.startsWith('#') && link < links.length && links[link]![0] < index;
    if (isInLink || !(index === endOfTag || startsTag(run, text.slice(Math.max(0, index - 2), index)))) {
      continue;
    }
    endOfTag = index + run.length;
    for (const tag of run.startsWith('#') ? untilEachPoint(run) : [run]) {
      if ([...tag].length <= TAG_MAX) found.add(tag);
    }
  }
  return [...found];
}

/** Whether a # or @ after `before` may start a tag. Only the last code point of `before` matters. */
function startsTag(run: string, before: string): boolean {
  const last = [...before].at(-1) ?? '';
  if (run.startsWith('@') && /^[#@]$/.test(last)) return false;
  return !WORD.test(last) || UNSPACED.test(last);
}

function untilEachPoint(run: string): string[] {
  const parts = run.split('.', TAG_MAX);
  return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
}
