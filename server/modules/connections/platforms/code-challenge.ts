import { createHash } from 'node:crypto';

/**
 * Returns the PKCE challenge (S256) of a verifier. RFC 7636 requires base64url; TikTok's documents require
 * hex.
 */
export const codeChallenge = (verifier: string, encoding: 'base64url' | 'hex'): string =>
  createHash('sha256').update(verifier).digest(encoding);
