import fc from 'fast-check';

/** No characters of their own: halves of a pair. */
const SURROGATES = { from: 0xd800, count: 0x800 };

/** A unit of strings: what fast-check calls `binary`, without the list of a million characters that it makes first. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10ffff - SURROGATES.count)
  .map((nth) => String.fromCodePoint(nth < SURROGATES.from ? nth : nth + SURROGATES.count), nthOf);

/** By this fast-check knows which names that mean something to JavaScript it may make of such units. */
function nthOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== character) throw new Error('Not one character');
  return code < SURROGATES.from ? code : code - SURROGATES.count;
}
