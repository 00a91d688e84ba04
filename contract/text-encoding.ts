/** How much of a file shows whether it is UTF-16. */
const SAMPLE_BYTES = 20_000;
/** A text of any script has at least this share of ASCII: digits, spaces and ends of rows. */
const ZERO_SHARE = 0.1;

/** UTF-16 by its byte order mark, or by the zeros beside ASCII, which are all on one side; null for any other encoding. */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = (side: number) => sample.filter((byte, at) => byte === 0 && at % 2 === side).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (Math.max(even, odd) <= sample.length * ZERO_SHARE) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Decodes without the byte order mark. Bytes that the encoding does not have become U+FFFD, and the text is broken. */
export function decode(label: string, bytes: Uint8Array): { text: string; isBroken: boolean } {
  const read = (fatal: boolean) => {
    const decoder = new TextDecoder(label, { fatal });
    // Node 20 reads windows-1252 as Latin-1, without its euro sign, unless it is a stream.
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  };
  try {
    return { text: read(true), isBroken: false };
  } catch {
    return { text: read(false), isBroken: true };
  }
}
