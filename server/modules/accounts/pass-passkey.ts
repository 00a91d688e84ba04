import type { PasskeyProof, PasskeyQuestion } from '#contract/accounts/passkeys.ts';
import type { Actor } from '#server/http/actor.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { createChallenge, PASSKEY_TIMEOUT_MS, takeChallenge } from './passkey-challenges.ts';
import { readPasskeyProof, rpIdOf, userHandleOf } from './passkey-proof.ts';
import { noteCount, recordPasskeyUse, type UsedPasskey } from './passkey-use.ts';
import { knownCredentials } from './passkeys.ts';
import type { ProvenLogin } from './start-session.ts';
import type { PasskeyPurpose } from './tokens.ts';

const question = async (
  deps: AccountsDeps,
  { purpose, holder }: { purpose: PasskeyPurpose; holder: string },
): Promise<PasskeyQuestion> => ({
  challenge: await createChallenge(deps, purpose, holder),
  rpId: rpIdOf(deps.appUrl),
  timeout: PASSKEY_TIMEOUT_MS,
  userVerification: 'required',
  allowCredentials: [],
});

/** Returns what a browser needs to sign in with any passkey of this site. It names nobody. */
export const startPasskeyLogin = (deps: AccountsDeps, browser: string): Promise<PasskeyQuestion> =>
  question(deps, { purpose: 'passkey-login', holder: browser });

/** Returns what a browser needs to confirm the identity of the signed-in person. */
export async function startPasskeyConfirm(
  deps: AccountsDeps,
  { userId, sessionId }: Actor,
): Promise<Outcome<PasskeyQuestion, 'not_found'>> {
  const allowCredentials = await knownCredentials(deps.db, userId);
  if (allowCredentials.length === 0) return refuse('not_found');
  return { ...(await question(deps, { purpose: 'passkey-confirm', holder: sessionId })), allowCredentials };
}

/**
 * Checks a passkey and that its account may sign in. A passkey that verified its person counts as password
 * and second factor. Everything that does not fit gets the same answer.
 */
export async function checkPasskey(
  deps: AccountsDeps,
  { proof, browser }: { proof: PasskeyProof; browser: string | null },
): Promise<Outcome<ProvenLogin & { passkey: UsedPasskey }, 'passkey_refused' | 'account_banned'>> {
  const owner = await findOwner(deps, proof, { purpose: 'passkey-login', holder: browser });
  if (!owner || owner.role === 'admin') return refuse('passkey_refused');
  if (owner.bannedAt) return refuse('account_banned');
  return { userId: owner.userId, passwordHash: null, passkey: owner.passkey };
}

/** Confirms the identity of the signed-in person by one of their passkeys. */
export async function confirmByPasskey(
  deps: AccountsDeps,
  { userId, sessionId }: Actor,
  proof: PasskeyProof,
): Promise<Outcome<null, 'passkey_refused'>> {
  const owner = await findOwner(deps, proof, { purpose: 'passkey-confirm', holder: sessionId });
  if (owner?.userId !== userId) return refuse('passkey_refused');
  const isUsed = await transact(deps.db, async (tx) => {
    if (!(await recordPasskeyUse(tx, owner.passkey))) return false;
    await tx.updateTable('sessions').set({ confirmed_at: new Date() }).where('id', '=', sessionId).execute();
    return true;
  });
  if (isUsed) return null;
  await noteCount(deps, owner);
  return refuse('passkey_refused');
}

async function findOwner(
  deps: AccountsDeps,
  proof: PasskeyProof,
  asked: { purpose: PasskeyPurpose; holder: string | null },
) {
  const { clientDataJSON, userHandle } = proof.response;
  const challenge = await takeChallenge(deps, asked.purpose, { clientDataJSON, holder: asked.holder });
  if (challenge === null) return null;
  const known = await deps.db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select([
      'passkeys.id',
      'passkeys.public_key as publicKey',
      'users.id as userId',
      'users.role',
      'users.banned_at as bannedAt',
    ])
    .where('passkeys.credential_id', '=', proof.id)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
  if (!known) return null;
  const { id, publicKey, ...person } = known;
  // An authenticator that was given the credential's id need not return the handle.
  if (userHandle !== undefined && userHandle !== userHandleOf(person.userId)) return null;
  const read = await readPasskeyProof(deps.appUrl, { proof, challenge, publicKey });
  return read && { ...person, passkey: { id, ...read } };
}
