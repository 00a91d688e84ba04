import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The secret of this installation, and one that still opens and proves what was made under it. */
export interface Secrets {
  current: string;
  previous: string | null;
  /** False: things are made under the one key for all that the release before knows, so both releases read them. */
  byPurpose: boolean;
}

/** What a key is for; each has its own, so what one of them made means nothing to another. */
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
  | 'record keys';

export const soleSecret = (current: string): Secrets => ({ current, previous: null, byPurpose: true });

/** The newest first. */
export const acceptedSecrets = ({ current, previous }: Secrets): string[] =>
  previous === null ? [current] : [current, previous];

export const deriveKey = (secret: string, label: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `permille:${label}`, bytes));

/** Names a secret and says nothing about it. */
export const secretId = (secret: string): string =>
  deriveKey(secret, 'id of the secret', 9).toString('base64url');

const keyOf = (secret: string, purpose: Purpose): string => deriveKey(secret, purpose).toString('base64url');

/** The key that signs for this purpose now. */
export const signingKey = (secrets: Secrets, purpose: Purpose): string =>
  secrets.byPurpose ? keyOf(secrets.current, purpose) : secrets.current;

export interface Signer {
  sign(text: string): Buffer;
  /** Under any secret that is accepted, by purpose or as the release before signed. */
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
