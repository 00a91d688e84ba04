import { FINGERPRINT_BYTES } from '#contract/media/media.ts';

/**
 * SHA-256 of a file's first and last MiB, in hexadecimal. It shows whether a file chosen again is the one
 * whose upload began. Null when the browser offers no cryptography (pages without TLS).
 */
export async function fingerprintOf(file: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const ends = [file.slice(0, FINGERPRINT_BYTES), file.slice(Math.max(0, file.size - FINGERPRINT_BYTES))];
  const digest = await crypto.subtle.digest('SHA-256', await new Blob(ends).arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
