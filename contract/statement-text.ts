/** The part of a file that shows whether it is UTF-16. */
const SAMPLE_BYTES = 2_000;

/** The text of a statement's file. Banks write UTF-8, UTF-16 with or without its mark, or Windows-1252. */
export function statementText(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Node 20 reads windows-1252 as Latin-1 in one piece, and right as a stream: the euro sign is one of the letters that differ.
    const decoder = new TextDecoder('windows-1252');
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  }
}

/** UTF-16 by its mark, or by the zero beside each digit and sign; null for an encoding of single bytes. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = (half: number) => sample.filter((byte, at) => byte === 0 && at % 2 === half).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (Math.max(even, odd) <= sample.length / 4) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}
