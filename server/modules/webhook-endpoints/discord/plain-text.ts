/** Characters that format Discord's Markdown, begin a mention or make a link. */
const MEANING = /[\\*_~|`>#\-[\]()<@:+.]/;

/**
 * Invisible characters: line breaks could begin a heading or list, and direction marks reverse the text after
 * them.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;

/**
 * Returns a person's text so that Discord shows it literally: without bold, links or mentions, on one line,
 * and with its escapes at most `most` characters long.
 */
export function plainForDiscord(text: string, most: number): string {
  const letters = [...text.toWellFormed().replace(UNSEEN, ' ').trim()].map((letter) =>
    MEANING.test(letter) ? `\\${letter}` : letter,
  );
  const whole = letters.join('');
  if (whole.length <= most) return whole;
  let cut = '';
  for (const letter of letters) {
    if (cut.length + letter.length > most - 1) break;
    cut += letter;
  }
  return `${cut.trimEnd()}…`;
}

/** Setting with which a message mentions nobody, whatever its text. */
export const NO_MENTIONS = { parse: [] as never[] };
