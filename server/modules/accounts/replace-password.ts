import type { AccountAccess } from '#contract/account-access.ts';
import type { Actor } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { enqueueMail, type Mail } from '#server/infra/mail.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { AccountsDeps, PasswordSetter } from './accounts-deps.ts';
import type { Auth } from './auth.ts';
import type { KnownLogin } from './device-cookie.ts';

interface NewPassword {
  userId: string;
  email: string;
  passwordHash: string;
  by: PasswordSetter;
  /** The session that asks, which stays. Null: none does. */
  sessionId: string | null;
  /** API keys, webhook endpoints and Discord links stay, as the person chose. */
  keepsAccess: boolean;
  action: 'account.password_changed' | 'account.password_added' | 'account.password_reset';
}

/** What a new password ended, or what still acts for the account. */
export interface AccessOutcome {
  access: AccountAccess;
  isKept: boolean;
}

/**
 * Replaces a password and ends what others may have gained by the one before: other sessions, mailed links, sign-ups that wait
 * under the address and, unless it is kept, what acts for the account without a session. Every way to a new password goes
 * through this.
 */
export async function replacePassword(
  { auth, access }: Pick<AccountsDeps, 'auth' | 'access'>,
  tx: Tx,
  { userId, email, passwordHash, by, sessionId, keepsAccess, action }: NewPassword,
  now: Date,
): Promise<AccessOutcome> {
  // Waits for what is being made in the account, and what comes after finds its session ended (`lockAccount`).
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  await setPassword(auth, tx, { userId, passwordHash });
  let others = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (sessionId !== null) others = others.where('id', '<>', sessionId);
  await others.execute();
  await tx.deleteFrom('pending_sign_ups').where('email', '=', email).execute();
  const found = keepsAccess ? await access.find(tx, userId) : await access.revoke(tx, { userId, by }, now);
  await writeAudit(tx, actBy(by, userId, now), action, 'user', userId, { keptAccess: keepsAccess });
  return { access: found, isKept: keepsAccess };
}

type Own = Pick<NewPassword, 'passwordHash' | 'keepsAccess' | 'action'> & {
  mailOf: (to: string, appUrl: string, outcome: AccessOutcome) => Mail;
};

/** For the signed-in person, whose session stays. A mail names what ended or stays. */
export async function replaceOwnPassword(
  deps: AccountsDeps,
  tx: Tx,
  { userId, email, role, sessionId }: Actor,
  { mailOf, ...chosen }: Own,
  now: Date,
): Promise<KnownLogin> {
  const outcome = await replacePassword(deps, tx, { userId, email, by: role, sessionId, ...chosen }, now);
  await enqueueMail(tx, mailOf(email, deps.appUrl, outcome), now);
  return { userId, passwordHash: chosen.passwordHash };
}

/** Sets the password of an account, also of one without (Google), and invalidates its mailed links. */
async function setPassword(
  auth: Auth,
  tx: Tx,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  await auth.inTransaction(tx, async (store) => {
    if (await store.findCredentialAccount(userId)) await store.updatePassword(userId, passwordHash);
    else
      await store.linkAccount({
        userId,
        providerId: 'credential',
        accountId: userId,
        password: passwordHash,
      });
  });
  await tx.deleteFrom('verifications').where('value', '=', userId).execute();
}
