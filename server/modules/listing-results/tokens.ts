import { createHash, randomBytes } from 'node:crypto';
import type { Signer } from '#server/infra/secrets.ts';

const FORM = /^([\w-]{43})\.([\w-]{43})$/;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Creates a token of 32 random bytes with a signature. Also returns the hash to store. */
export function makeToken(signer: Signer): { token: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { token: `${secret}.${signer.sign(secret).toString('base64url')}`, hash: hashOf(secret) };
}

/** Returns the hash by which a token is stored; null for a text that was not signed here, which needs no lookup. */
export function readToken(signer: Signer, token: string): Buffer | null {
  const [, secret, signature] = FORM.exec(token) ?? [];
  if (secret === undefined || signature === undefined) return null;
  return signer.verify(secret, Buffer.from(signature, 'base64url')) ? hashOf(secret) : null;
}
