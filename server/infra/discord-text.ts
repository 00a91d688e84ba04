/** Signs that mean something in Discord's Markdown, begin a mention, or make a link. */
const MEANING = /[\\*_~|`>#\-[\]()<@:+.]/;

/** What is no letter: breaks of lines would begin a new heading or list, and signs of direction turn what follows. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;

/**
 * What somebody wrote, as Discord shows it and nothing else: no bold, link or mention, on one line, and with the signs that
 * escape it no longer than `most`.
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

/** Whatever a message holds, it calls nobody. */
export const NO_MENTIONS = { parse: [] as never[] };
