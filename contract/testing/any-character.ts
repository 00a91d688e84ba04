import fc from 'fast-check';

/** Surrogates are halves of a pair and so not characters. */
const SURROGATES = { from: 0xd800, count: 0x800 };

/**
 * Generates any character as a unit of strings, like fast-check's `binary`, but without first building a list
 * of a million characters.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10ffff - SURROGATES.count)
  .map((nth) => String.fromCodePoint(nth < SURROGATES.from ? nth : nth + SURROGATES.count), nthOf);

/**
 * Returns the number of a character, so that fast-check can also generate names with a meaning in JavaScript
 * from such units.
 */
function nthOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== character) throw new Error('Not one character');
  return code < SURROGATES.from ? code : code - SURROGATES.count;
}
