import { PASSKEY_MINUTES } from '#contract/limits.ts';
import { MINUTE } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { consumeToken, createToken, type PasskeyPurpose } from './tokens.ts';

/** Time for which browsers keep their dialog open. */
export const PASSKEY_TIMEOUT_MS = PASSKEY_MINUTES * MINUTE;

/** Creates a challenge that only `holder`, a session or a browser, can use. The token is its 32 random bytes. */
export const createChallenge = ({ db, auth }: AccountsDeps, purpose: PasskeyPurpose, holder: string) =>
  transact(db, (tx) => auth.inTransaction(tx, (store) => createToken(store, purpose, holder)));

/**
 * Uses up the challenge that a browser signed and returns it; null when it is unknown, expired, used, or
 * another's. It is used up even if the signature turns out wrong.
 */
export async function takeChallenge(
  { db, auth }: AccountsDeps,
  purpose: PasskeyPurpose,
  { clientDataJSON, holder }: { clientDataJSON: string; holder: string | null },
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null || holder === null) return null;
  const owner = await transact(db, (tx) =>
    auth.inTransaction(tx, (store) => consumeToken(store, purpose, challenge)),
  );
  return owner === holder ? challenge : null;
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}
