/** Replaces the decimal digits of each script by ASCII ones. */
export const asciiDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, digitOf);

/** Unicode encodes the digits of each script as ten consecutive code points, from zero to nine. */
function digitOf(character: string): string {
  const code = character.codePointAt(0)!;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
