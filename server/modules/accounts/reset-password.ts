import { personalAccount, type UserId } from '#contract/accounts/ids.ts';
import { newId } from '#server/infra/id.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { liftSuppression } from '#server/infra/mail-suppressions.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import type { KnownLogin } from './device-cookie.ts';
import { passwordResetMail, resetMail } from './mails.ts';
import { replacePassword } from './replace-password.ts';
import { checkNewPassword, type PasswordCode } from './rules.ts';
import { consumeToken, createToken } from './tokens.ts';

/** Mails a reset link if the address has an account. The answer is the same without an account. */
export async function forgotPassword(
  { db, auth, appUrl }: AccountsDeps,
  { email, mayMail }: { email: string; mayMail: boolean },
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('banned_at', 'is', null)
      .where('is_demo', '=', false)
      .where('role', 'is distinct from', 'admin')
      .executeTakeFirst();
    // The token is written for an unknown address too: a write takes longer than a read, so skipping it would
    // reveal that no account exists.
    const token = await auth.inTransaction(tx, (store) =>
      createToken(store, 'reset-password', user?.id ?? newId()),
    );
    if (user && mayMail) await enqueueMail(tx, resetMail(email, appUrl, token), now);
  });
}

/**
 * Sets a new password with a mailed token and ends all access to the account. Somebody else may have used the
 * token, so the mail to the person names the payout address, and payouts to that address wait.
 */
export async function resetPassword(
  { db, auth, access, appUrl, deferPayouts }: AccountsDeps,
  form: { token: string; password: string; confirmation: string },
  now: Date,
): Promise<Outcome<KnownLogin, PasswordCode | 'link_expired'>> {
  const refused = checkNewPassword({ ...form, others: [form.token] });
  if (refused) return refused;
  const passwordHash = await auth.hashPassword(form.password);
  return await transact(db, async (tx) => {
    const known = await auth.inTransaction(tx, (store) => consumeToken(store, 'reset-password', form.token));
    if (!known) return refuse('link_expired');
    const user = await tx
      .selectFrom('users')
      .select(['id as userId', 'email', 'is_demo'])
      .where('id', '=', known as UserId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user || user.is_demo) return refuse('link_expired');
    const { userId, email } = user;
    const outcome = await replacePassword(
      { auth, access },
      tx,
      {
        ...{ userId, email, passwordHash, by: 'anonymous', sessionId: null, keepsAccess: false },
        action: 'account.password_reset',
      },
      now,
    );
    // Reading the link in a mail proves that the address works again.
    await liftSuppression(tx, email);
    const payouts = await deferPayouts(tx, personalAccount(userId), now);
    await enqueueMail(tx, passwordResetMail(email, appUrl, { payouts, outcome }), now);
    return { userId, passwordHash };
  });
}
