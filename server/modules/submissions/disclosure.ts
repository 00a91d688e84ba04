import { foldWord, LINKS, plainCaption } from '#contract/caption-tags.ts';
import { type DisclosureWords, denials, deniedBehind, disclosureWords } from './disclosure-words.ts';

const folded = (words: readonly string[]) => words.map(foldWord);
const every = (part: 'tags' | 'labels' | 'openings' | 'phrases'): string[] =>
  folded(disclosureWords.flatMap((words: DisclosureWords) => words[part]));

const tags = new Set(every('tags').map((tag) => `#${tag}`));
const openings = every('openings');
const labels = new Set([...every('labels'), ...openings]);
const phrases = every('phrases');
const denied = new Set(folded(denials));
const behind = folded(deniedBehind);

/** Divides a caption at line ends, brackets, other signs, hashtags and mentions. */
const BETWEEN_PARTS =
  /[\n\r\u2028\u2029]|[#@][\p{L}\p{M}\p{N}_]*|[^\p{L}\p{M}\p{N}\s'’&._-]|[.-](?=\s|$)|(?<=\s)-/u;
const UNSPACED = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/** Whether a hashtag alone says that its post is paid. */
export const isDisclosureTag = (tag: string): boolean => tags.has(foldWord(tag));

/** Whether a caption says in words that its post is paid: by a label that stands alone, or by a phrase. */
export function hasDisclosureWords(caption: string): boolean {
  const parts = plainCaption(caption)
    .replace(LINKS, '|')
    .replace(/\u200c|\u200d/gu, '')
    .split(BETWEEN_PARTS)
    .map((part) => foldWord(part).trim().split(/\s+/u).join(' '))
    .filter(Boolean);
  if (parts.some((part) => labels.has(part))) return true;
  const [first] = parts;
  if (first && openings.some((opening) => opens(first, opening))) return true;
  const text = ` ${parts.join(' ').replaceAll('-', ' ')} `;
  return phrases.some((phrase) => saysPhrase(text, phrase));
}

const opens = (part: string, opening: string): boolean =>
  part.startsWith(`${opening} `) && !isDeniedBy(part.slice(opening.length));

const isDeniedBy = (after: string): boolean => behind.some((word) => after.startsWith(word));

function saysPhrase(text: string, phrase: string): boolean {
  // Japanese and Korean join words, so their phrases need no space around them.
  const sought = UNSPACED.test(phrase) ? phrase : ` ${phrase} `;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const before = text
      .slice(Math.max(0, at - 40), at)
      .trim()
      .split(' ')
      .slice(-2);
    const isDenied = before.some((word) => denied.has(word)) || isDeniedBy(text.slice(at + sought.length));
    if (!isDenied) return true;
  }
  return false;
}
