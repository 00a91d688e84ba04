import { createHash, randomBytes } from 'node:crypto';

const START = 'pm_';
const SHOWN_CHARACTERS = START.length + 6;

/** Whether a text has the form of a secret. A text without that form needs no lookup. */
export const isSecret = (text: string): boolean => /^pm_[\w-]{43}$/.test(text);

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * Creates a secret of 32 random bytes. Also returns the hash to store, and a prefix by which people recognize
 * the key.
 */
export function makeSecret(): { secret: string; kept: { prefix: string; secret_hash: Buffer } } {
  const secret = START + randomBytes(32).toString('base64url');
  return { secret, kept: { prefix: secret.slice(0, SHOWN_CHARACTERS), secret_hash: hashOf(secret) } };
}
