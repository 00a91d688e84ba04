import { FINGERPRINT_BYTES } from '#contract/media/media.ts';

/**
 * Returns the SHA-256 of a file's first and last MiB, in hexadecimal. When a person chooses a file to
 * continue an upload, the fingerprint shows whether it is the same file. Null if the browser offers no
 * cryptography, as on pages without TLS.
 */
export async function fingerprintOf(file: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const ends = [file.slice(0, FINGERPRINT_BYTES), file.slice(Math.max(0, file.size - FINGERPRINT_BYTES))];
  const digest = await crypto.subtle.digest('SHA-256', await new Blob(ends).arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
