import { randomBytes } from 'node:crypto';
import { EMAIL_CHANGE_HOURS } from '#contract/accounts/email-change.ts';
import { PASSKEY_MINUTES } from '#contract/limits.ts';
import { after, DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import type { IdentityStore } from './auth.ts';

export type PasskeyPurpose = 'add-passkey' | 'passkey-login' | 'passkey-confirm';
type Purpose = 'verify-email' | 'reset-password' | 'confirm-old-email' | 'confirm-new-email' | PasskeyPurpose;

const LIFETIME_MS: Record<Purpose, number> = {
  'verify-email': DAY,
  'reset-password': HOUR,
  'confirm-old-email': EMAIL_CHANGE_HOURS * HOUR,
  'confirm-new-email': EMAIL_CHANGE_HOURS * HOUR,
  'add-passkey': PASSKEY_MINUTES * MINUTE,
  'passkey-login': PASSKEY_MINUTES * MINUTE,
  'passkey-confirm': PASSKEY_MINUTES * MINUTE,
};

/**
 * Creates a token of a mailed link or a challenge: 256 random bits, stored only as a hash. It expires by the
 * machine's clock. `owner` is the id that using it returns.
 */
export async function createToken(store: IdentityStore, purpose: Purpose, owner: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await store.createVerificationValue({
    identifier: `${purpose}:${token}`,
    value: owner,
    expiresAt: after(new Date(), LIFETIME_MS[purpose]),
  });
  return token;
}

/** Returns the id for which a token was created; null when the token is unknown, expired or used. The token stays usable. */
export async function readToken(
  store: IdentityStore,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const row = await store.findVerificationValue(`${purpose}:${token}`);
  return row && row.expiresAt > new Date() ? row.value : null;
}

/**
 * Uses up a token and returns the id for which it was created; null when the token is unknown, expired or used. Of two concurrent
 * uses, only one succeeds.
 */
export async function consumeToken(
  store: IdentityStore,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const row = await store.consumeVerificationValue(`${purpose}:${token}`);
  return row?.value ?? null;
}
