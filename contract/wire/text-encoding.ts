/** Number of bytes at the beginning of a file that are checked for UTF-16. */
const SAMPLE_BYTES = 20_000;
/**
 * In every text, at least this share of the characters is ASCII, whatever the script: digits, spaces and line
 * ends.
 */
const ZERO_SHARE = 0.1;

/**
 * Detects UTF-16 by its byte order mark, or by zero bytes that are all at even or all at odd positions.
 * Returns null for other encodings.
 */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = (side: number) => sample.filter((byte, at) => byte === 0 && at % 2 === side).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (Math.max(even, odd) <= sample.length * ZERO_SHARE) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/**
 * Decodes bytes and removes the byte order mark. Bytes that are invalid in the encoding become U+FFFD and set
 * `isBroken`.
 */
export function decode(label: string, bytes: Uint8Array): { text: string; isBroken: boolean } {
  const read = (fatal: boolean) => {
    const decoder = new TextDecoder(label, { fatal });
    // Node 20 decodes windows-1252 as Latin-1, without its euro sign, except in stream mode.
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  };
  try {
    return { text: read(true), isBroken: false };
  } catch {
    return { text: read(false), isBroken: true };
  }
}
