import { decode, wideEncoding } from '#contract/wire/text-encoding.ts';

/**
 * Decodes a statement file. Banks use UTF-8, UTF-16 (with or without a byte order mark) or Windows-1252.
 * Other encodings are not guessed, because a guess depends on all rows of a file: a line decoded differently
 * in a later file would be imported twice.
 */
export function statementText(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide) return decode(wide, bytes).text;
  const unicode = decode('utf-8', bytes);
  return unicode.isBroken ? decode('windows-1252', bytes).text : unicode.text;
}
