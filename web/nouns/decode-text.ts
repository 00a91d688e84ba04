import { decode, wideEncoding } from '#contract/wire/text-encoding.ts';
import { type LegacyEncoding, legacyEncodings } from './legacy-encodings.ts';

/**
 * Number of bytes that are compared with each encoding. They are taken from rows with non-ASCII characters.
 */
const SAMPLE_BYTES = 20_000;
/**
 * A file with a smaller share of broken letters is treated as UTF-8, because text in other encodings rarely
 * contains whole UTF-8 letters.
 */
const BROKEN_SHARE = 0.25;

/** Decodes a text file in any encoding. Never throws, because invalid bytes become U+FFFD. */
export async function decodeText(bytes: Uint8Array): Promise<string> {
  // Some editors write UTF-8's byte order mark twice, or before text in another encoding.
  if (isMarkedUtf8(bytes)) return decodeText(bytes.subarray(3));
  const label = wideEncoding(bytes) ?? escapedEncoding(bytes);
  if (label) return decode(label, bytes).text;
  const unicode = decode('utf-8', bytes);
  if (!unicode.isBroken) return unicode.text;
  const broken = count(unicode.text, /\uFFFD/g);
  const beyond = count(unicode.text, /[^\0-\x7F]/gu);
  return broken <= beyond * BROKEN_SHARE ? unicode.text : decode(await legacyEncoding(bytes), bytes).text;
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

const isMarkedUtf8 = ([first, second, third]: Uint8Array): boolean =>
  first === 0xef && second === 0xbb && third === 0xbf;

/** Detects ISO-2022-JP, whose bytes are all ASCII and which switches to Japanese by an escape sequence. */
const escapedEncoding = (bytes: Uint8Array): string | null =>
  bytes.some((byte, place) => byte === 0x1b && bytes[place + 1] === 0x24) ? 'iso-2022-jp' : null;

/** Returns the encoding in which the text looks most like a language. Between equals, chardet decides. */
async function legacyEncoding(bytes: Uint8Array): Promise<string> {
  const { analyse } = await import('chardet');
  const sample = rowsBeyondAscii(bytes);
  const detected = new Map(analyse(sample).map(({ name, confidence }) => [name.toLowerCase(), confidence]));
  let best = { label: 'windows-1252', fit: 0 };
  for (const encoding of legacyEncodings) {
    const names = [encoding.label, encoding.detected?.toLowerCase() ?? ''];
    const confidence = Math.max(...names.map((name) => detected.get(name) ?? 0));
    const fit = fitOf(encoding, sample) + confidence / 1_000;
    if (fit > best.fit) best = { label: encoding.label, fit };
  }
  return best.label;
}

/** Removes rows with times and tags, because ASCII is the same in all of these encodings. */
function rowsBeyondAscii(bytes: Uint8Array): Uint8Array {
  const kept: number[] = [];
  let from = 0;
  for (let end = 0; end <= bytes.length && kept.length < SAMPLE_BYTES; end += 1) {
    if (end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d) continue;
    const row = bytes.subarray(from, end);
    if (row.some((byte) => byte > 0x7f)) kept.push(...row.subarray(0, SAMPLE_BYTES), 0x0a);
    from = end + 1;
  }
  return Uint8Array.from(kept);
}

/**
 * Returns how well a text fits an encoding: the share, 0 to 1, of plausible letters among its non-ASCII
 * letters.
 */
function fitOf({ label, alphabets, script, leads, common }: LegacyEncoding, sample: Uint8Array): number {
  const { text, isBroken } = decode(label, sample);
  if (isBroken || /[\u0080-\u009F\uE000-\uF8FF]/.test(text)) return 0;
  const beyond = count(text, /[^\0-\x7F]/gu);
  if (leads) return leadShare(sample, leads) + (common ? (count(text, common) / beyond) * 0.2 : 0);
  const marks = count(text, /[‘’‚“”„…–—«»‹›€£♪№\u00A0\u200E\u200F]|(?<!\p{L})[¿¡]|°(?!\p{L})/gu);
  // A capital within a word is implausible, and so is a combining mark without a letter.
  const odd = count(text, /\p{Ll}\p{Lu}|(?<![\p{L}\p{M}])\p{M}/gu);
  if (script) {
    const own = count(text, script);
    const mixed = count(text, /[A-Za-z][^\0-\x7F\P{L}]|[^\0-\x7F\P{L}][A-Za-z]/gu);
    return own === 0 ? 0 : (own + marks - 2 * (odd + mixed)) / beyond;
  }
  // A word without any ASCII letter is from another script.
  const foreign = count(text, /[^\0-\x7F\P{L}]{3}/gu);
  const lower = text.toLowerCase();
  const known = alphabets!.map((alphabet) => {
    let letters = 0;
    for (const letter of lower) if (letter > '\x7F' && alphabet.includes(letter)) letters += 1;
    return letters;
  });
  return (Math.max(...known) + marks - 2 * (odd + foreign)) / beyond;
}

/** Returns the share of common characters among the characters with two bytes. */
function leadShare(sample: Uint8Array, { from, to, second }: NonNullable<LegacyEncoding['leads']>): number {
  let characters = 0;
  let common = 0;
  for (let place = 0; place < sample.length; place += 1) {
    const lead = sample[place]!;
    if (lead <= 0x80) continue;
    const next = sample[place + 1] ?? 0;
    place += 1;
    // Punctuation is common in all of these encodings, so it is no evidence for one of them.
    if (lead === 0xa1 || lead === 0xa3 || lead === 0x81) continue;
    characters += 1;
    if (from <= lead && lead <= to && next >= second) common += 1;
  }
  return characters === 0 ? 0.5 : common / characters;
}
