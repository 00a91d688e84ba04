import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * The secret of this installation, and optionally the previous one. Values made under the previous one can
 * still be opened and verified.
 */
export interface Secrets {
  current: string;
  previous: string | null;
  /**
   * Whether each purpose has its own key. If not, one key serves all purposes as in the previous release, so
   * that both releases can read the values.
   */
  byPurpose: boolean;
}

/** The use of a key; each purpose has its own key, so a value made for one is invalid for the others. */
export type Purpose =
  | 'sessions'
  | 'browsers'
  | 'sign-ups'
  | 'source links'
  | 'platform tokens'
  | 'second factors'
  | 'webhook secrets'
  | 'push'
  | 'mail links'
  | 'result links'
  | 'record keys';

export const soleSecret = (current: string): Secrets => ({ current, previous: null, byPurpose: true });

/** Returns the accepted secrets, the newest first. */
export const acceptedSecrets = ({ current, previous }: Secrets): string[] =>
  previous === null ? [current] : [current, previous];

export const deriveKey = (secret: string, label: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `permille:${label}`, bytes));

/** Identifies a secret without revealing it. */
export const secretId = (secret: string): string =>
  deriveKey(secret, 'id of the secret', 9).toString('base64url');

const keyOf = (secret: string, purpose: Purpose): string => deriveKey(secret, purpose).toString('base64url');

/** Returns the key that signs for this purpose now. */
export const signingKey = (secrets: Secrets, purpose: Purpose): string =>
  secrets.byPurpose ? keyOf(secrets.current, purpose) : secrets.current;

export interface Signer {
  sign(text: string): Buffer;
  /**
   * Accepts signatures made with any accepted secret, either with the purpose's key or in the previous
   * release's way.
   */
  verify(text: string, signature: Buffer): boolean;
}

/** HMAC-SHA-256 for one purpose. */
export function createSigner(secrets: Secrets, purpose: Purpose): Signer {
  const accepted = acceptedSecrets(secrets);
  const keys = [...accepted.map((secret) => keyOf(secret, purpose)), ...accepted];
  const signed = (key: string, text: string) => createHmac('sha256', key).update(text).digest();
  const current = signingKey(secrets, purpose);
  return {
    sign: (text) => signed(current, text),
    verify: (text, signature) =>
      keys.some((key) => {
        const right = signed(key, text);
        return signature.length === right.length && timingSafeEqual(signature, right);
      }),
  };
}
