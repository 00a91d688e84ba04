import { foldWord, LINKS, plainCaption, tagsIn } from '#contract/submissions/caption-tags.ts';
import * as denying from './disclosure-denials.ts';
import { type DisclosureWords, listingWords } from './disclosure-words.ts';
import { furtherDisclosureWords } from './disclosure-words-further.ts';

export const disclosureWords: readonly DisclosureWords[] = [...listingWords, ...furtherDisclosureWords];

const UNSPACED = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u;
const folded = (part: 'tags' | 'openings' | 'phrases'): string[] =>
  disclosureWords.flatMap((words) => words[part]).map(foldWord);
const foldedSet = (words: ReadonlySet<string>): ReadonlySet<string> => new Set([...words].map(foldWord));

const phrases = folded('phrases');
const openings = folded('openings');
/** Hashtags that disclose. Phrases are among them, without their spaces. */
const tags = new Set([...folded('tags'), ...phrases.map((phrase) => phrase.replaceAll(' ', ''))]);
/** Labels, each with the letters that its caption must contain, if any. */
const labels = new Map<string, RegExp | undefined>([
  ...openings.map((opening) => [opening, undefined] as const),
  ...disclosureWords.flatMap((words) =>
    words.labels.map((label) => [foldWord(label), words.letters] as const),
  ),
]);
const names = new Set([...tags, ...labels.keys()]);
const unspacedNames = [...names].filter((name) => UNSPACED.test(name));
const determiners = foldedSet(denying.determiners);
const adverbs = foldedSet(denying.adverbs);
const verbs = foldedSet(denying.verbs);
const between = foldedSet(denying.between);
const strong = foldedSet(denying.strongDenials);
const denyingTags = foldedSet(denying.denyingTags);
const talkedAbout = foldedSet(denying.talkedAbout);
/** Labels have at most this many words. */
const LABEL_WORDS = 3;
/** A strong denial denies a phrase up to this many words after it. */
const FAR = 5;

const BETWEEN_CLAUSES =
  /[\n\r\u2028\u2029|,:;!?。、！？…،؛؟।]|\.(?=\s|$)|\s[-–—](?=\s)|\p{Extended_Pictographic}/u;
/** Divides a clause at brackets, other signs, hashtags and mentions. */
const BETWEEN_PARTS =
  /[#@][\p{L}\p{M}\p{N}_]*|[^\p{L}\p{M}\p{N}\s'&._-]|[.-](?=\s|$)|(?<=^|\s)[-_]|_(?=\s|$)/u;
const TOKENS = /[#@]?[\p{L}\p{M}\p{N}_'&]+(?:\.[\p{L}\p{M}\p{N}_'&]+)*/gu;
/** Spaces, signs and brackets between two words. */
const SIGNS_BEFORE = /[^\p{L}\p{M}\p{N}]{1,8}$/u;
const SIGNS_AFTER = /^[^\p{L}\p{M}\p{N}]+/u;

const clausesOf = (caption: string): string[] =>
  foldWord(plainCaption(caption).replace(LINKS, '|').replaceAll('’', "'")).split(BETWEEN_CLAUSES);

/** Returns the name of a hashtag. An underscore in it means a space. */
const nameOf = (tag: string): string => foldWord(tag).slice(1).replaceAll('_', '');

/** Returns whether a hashtag alone says that its post is paid. */
export const isDisclosureTag = (tag: string): boolean => tag.startsWith('#') && tags.has(nameOf(tag));

/**
 * Returns whether a caption discloses in words that its post is paid: by a label as a separate part, or by a
 * phrase.
 */
export function hasDisclosureWords(caption: string): boolean {
  const clauses = clausesOf(caption);
  const parts = clauses
    .flatMap((clause) => clause.split(BETWEEN_PARTS))
    .map((part) => part.trim().split(/\s+/u).join(' '))
    .filter(Boolean);
  const isLabel = (part: string) => labels.has(part) && (labels.get(part)?.test(caption) ?? true);
  if (parts.some(isLabel)) return true;
  const [first] = parts;
  if (first && openings.some((opening) => opens(first, opening))) return true;
  return clauses.some((clause) => {
    const spaced = ` ${tokensOf(clause).join(' ').replaceAll('#', '')} `;
    return phrases.some((phrase) => saysPhrase(clause, spaced, phrase));
  });
}

function opens(part: string, opening: string): boolean {
  if (!part.startsWith(`${opening} `)) return false;
  const after = part.slice(opening.length + 1);
  return !talkedAbout.has(after.split(' ', 1)[0]!) && !isDeniedBehind(after);
}

const isDeniedBehind = (after: string): boolean => {
  const next = after.replace(SIGNS_AFTER, '');
  return denying.deniedBehind.some((denial) => denial.test(next));
};

const tokensOf = (text: string): string[] => [...text.matchAll(TOKENS)].map(([token]) => token);

function saysPhrase(clause: string, spaced: string, phrase: string): boolean {
  // Japanese and Korean don't separate words, so their phrases need no spaces around them.
  const isJoined = UNSPACED.test(phrase);
  const text = isJoined ? clause : spaced;
  const sought = isJoined ? phrase : ` ${phrase} `;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const before = tokensOf(text.slice(0, at));
    const isDenied =
      isDeniedAt(before, before.length) ||
      before.slice(-FAR).some((word) => strong.has(word) || determiners.has(word)) ||
      isDeniedBehind(text.slice(at + sought.length));
    if (!isDenied) return true;
  }
  return false;
}

/**
 * Returns whether a caption says anywhere that its post is not paid ("not an #ad", "keine Werbung", "광고 아님").
 * Viewers can't rely on another disclosure next to such a denial.
 */
export const deniesDisclosure = (caption: string): boolean =>
  tagsIn(caption).some((tag) => denyingTags.has(nameOf(tag))) ||
  clausesOf(caption).some((clause) => deniesByWords(tokensOf(clause)) || deniesByJoinedWords(clause));

function deniesByWords(words: readonly string[]): boolean {
  if (words.length === 1 && denyingTags.has(words[0]!)) return true;
  return words.some((_, at) => {
    for (let length = 1; length <= Math.min(LABEL_WORDS, words.length - at); length += 1) {
      const name = words
        .slice(at, at + length)
        .join(' ')
        .replaceAll('#', '');
      if (!names.has(name)) continue;
      const next = words[at + length];
      const isEnd = next === undefined || /^[#@]/.test(next) || denying.trailing.has(next);
      const isNamed = isEnd || words[at]!.startsWith('#');
      if (isNamed && isDeniedAt(words, at)) return true;
      if (isDeniedBehind(words.slice(at + length).join(' '))) return true;
    }
    return false;
  });
}

/** Returns whether the words before `place` deny the word at `place`. */
function isDeniedAt(words: readonly string[], place: number): boolean {
  let at = place - 1;
  while (at >= 0 && between.has(words[at]!) && !determiners.has(words[at]!)) at -= 1;
  const word = words[at] ?? '';
  if (determiners.has(word)) return true;
  const before = words[at - 1];
  return adverbs.has(word) && (at < place - 1 || before === undefined || verbs.has(before));
}

/** Returns whether text without spaces between words denies a disclosure. */
function deniesByJoinedWords(clause: string): boolean {
  return unspacedNames.some((name) => {
    for (let at = clause.indexOf(name); at >= 0; at = clause.indexOf(name, at + 1)) {
      const before = clause.slice(0, at).replace(SIGNS_BEFORE, '');
      if (denying.glued.some((denial) => before.endsWith(denial))) return true;
      if (isDeniedBehind(clause.slice(at + name.length))) return true;
    }
    return false;
  });
}
