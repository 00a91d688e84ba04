import type { NewPasskey, PasskeyCreation, PasskeyRow } from '#contract/accounts/passkeys.ts';
import { PASSKEYS_MAX } from '#contract/limits.ts';
import type { Actor } from '#server/http/actor.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { lockAccount } from './lock-account.ts';
import { createChallenge, PASSKEY_TIMEOUT_MS, takeChallenge } from './passkey-challenges.ts';
import { mailAboutPasskey } from './passkey-mails.ts';
import { passkeyName } from './passkey-names.ts';
import { ALGORITHMS, readNewPasskey, rpIdOf, userHandleOf } from './passkey-proof.ts';
import { countPasskeys, knownCredentials, passkeyColumns, recordPasskey } from './passkeys.ts';

/**
 * Returns what a browser needs to make a passkey. It must verify its person and be found without a user name.
 * Admins have none, because they sign in by password and code.
 */
export async function startPasskey(
  deps: AccountsDeps,
  { userId, email, role, sessionId }: Actor,
): Promise<Outcome<PasskeyCreation, 'passkeys_full' | 'not_found'>> {
  if (role === 'admin') return refuse('not_found');
  const known = await knownCredentials(deps.db, userId);
  if (known.length >= PASSKEYS_MAX) return refuse('passkeys_full');
  return {
    challenge: await createChallenge(deps, 'add-passkey', sessionId),
    rp: { id: rpIdOf(deps.appUrl), name: 'Permille' },
    user: { id: userHandleOf(userId), name: email, displayName: email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials: known,
    authenticatorSelection: {
      ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    },
  };
}

type AddCode = 'passkey_invalid' | 'passkey_known' | 'passkeys_full' | 'not_found' | 'unauthenticated';

/** Adds a passkey, and mails the person. */
export async function addPasskey(
  deps: AccountsDeps,
  actor: Actor,
  { device, credential }: { device: string; credential: NewPasskey },
  now: Date,
): Promise<Outcome<PasskeyRow, AddCode>> {
  if (actor.role === 'admin') return refuse('not_found');
  const { clientDataJSON } = credential.response;
  const challenge = await takeChallenge(deps, 'add-passkey', { clientDataJSON, holder: actor.sessionId });
  const read = challenge && (await readNewPasskey(deps.appUrl, { credential, challenge }));
  if (!read) return refuse('passkey_invalid');
  return await transact(deps.db, async (tx) => {
    // Also makes concurrent additions wait for each other, so that they can't exceed the limit.
    if (!(await lockAccount(tx, actor))) return refuse('unauthenticated');
    if ((await countPasskeys(tx, actor.userId)) >= PASSKEYS_MAX) return refuse('passkeys_full');
    const row = await tx
      .insertInto('passkeys')
      .values({
        id: newId(),
        user_id: actor.userId,
        credential_id: read.credentialId,
        public_key: read.publicKey,
        sign_count: read.signCount,
        transports: read.transports,
        is_synced: read.isSynced,
        name: passkeyName(read.aaguid, device),
        created_at: new Date(),
      })
      .onConflict((known) => known.column('credential_id').doNothing())
      .returning(passkeyColumns)
      .executeTakeFirst();
    if (!row) return refuse('passkey_known');
    await recordPasskey(tx, actor, { action: 'account.passkey_added', id: row.id }, now);
    await mailAboutPasskey(tx, actor, { appUrl: deps.appUrl, what: 'added', name: row.name }, now);
    return row;
  });
}
