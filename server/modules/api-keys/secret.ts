import { createHash, randomBytes } from 'node:crypto';

const START = 'pm_';
const SHOWN_CHARACTERS = START.length + 6;

/** Whether a text can be a secret at all: nothing else is looked up. */
export const isSecret = (text: string): boolean => /^pm_[\w-]{43}$/.test(text);

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** 32 random bytes, with what is kept of them: a hash to find it by, and a beginning that people know it by. */
export function makeSecret(): { secret: string; kept: { prefix: string; secret_hash: Buffer } } {
  const secret = START + randomBytes(32).toString('base64url');
  return { secret, kept: { prefix: secret.slice(0, SHOWN_CHARACTERS), secret_hash: hashOf(secret) } };
}
