import type { AccountAccess } from '#contract/accounts/account-access.ts';
import type { UserId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { enqueueMail, type Mail } from '#server/infra/mail.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { AccountsDeps, PasswordSetter } from './accounts-deps.ts';
import type { Auth } from './auth.ts';
import type { KnownLogin } from './device-cookie.ts';

interface NewPassword {
  userId: UserId;
  email: string;
  passwordHash: string;
  by: PasswordSetter;
  /** The requesting session, which stays signed in; null when a mailed link makes the request. */
  sessionId: string | null;
  /** Whether the person chose to keep passkeys, API keys, webhook endpoints and Discord links. */
  keepsAccess: boolean;
  action: 'account.password_changed' | 'account.password_added' | 'account.password_reset';
}

/** Access without a password that the change ended or kept. */
export interface AccessOutcome {
  access: AccountAccess;
  isKept: boolean;
}

/**
 * Replaces a password and ends what others may have gained with the old one: other sessions, mailed links, a
 * request for a new email address, pending sign-ups of the address and, unless the person keeps it, access without a session. Each path to a
 * new password calls this.
 */
export async function replacePassword(
  { auth, access }: Pick<AccountsDeps, 'auth' | 'access'>,
  tx: Tx,
  { userId, email, passwordHash, by, sessionId, keepsAccess, action }: NewPassword,
  now: Date,
): Promise<AccessOutcome> {
  // Waits for transactions that create something in this account. A transaction that starts later finds its
  // session ended (`lockAccount`).
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  await setPassword(auth, tx, { userId, passwordHash });
  // Before the sessions: a sign-in with a passkey that is under way then stores no session afterwards.
  const found = keepsAccess ? await access.find(tx, userId) : await access.revoke(tx, { userId, by }, now);
  let others = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (sessionId !== null) others = others.where('id', '<>', sessionId);
  await others.execute();
  await tx.deleteFrom('pending_sign_ups').where('email', '=', email).execute();
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).execute();
  await writeAudit(tx, actBy(by, userId, now), action, 'user', userId, { keptAccess: keepsAccess });
  return { access: found, isKept: keepsAccess };
}

type Own = Pick<NewPassword, 'passwordHash' | 'keepsAccess' | 'action'> & {
  mailOf: (to: string, appUrl: string, outcome: AccessOutcome) => Mail;
};

/** Replaces the signed-in person's password, keeps the current session, and mails what ended or stays. */
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

/**
 * Sets the password and invalidates the account's mailed links. Also works for an account that had no
 * password (Google).
 */
async function setPassword(
  auth: Auth,
  tx: Tx,
  { userId, passwordHash }: { userId: UserId; passwordHash: string },
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
