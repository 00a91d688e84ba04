import fc from 'fast-check';

/** Surrogates are halves of a pair, so none is a character. */
const SURROGATES = { from: 0xd800, count: 0x800 };

/** A unit of strings: the same as fast-check's `binary`, without building its list of a million characters first. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10ffff - SURROGATES.count)
  .map((nth) => String.fromCodePoint(nth < SURROGATES.from ? nth : nth + SURROGATES.count), nthOf);

/** The inverse, by which fast-check can build names with a meaning in JavaScript from such units. */
function nthOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== character) throw new Error('Not one character');
  return code < SURROGATES.from ? code : code - SURROGATES.count;
}
