import type { Actor } from '#server/http/actor.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import type { KnownLogin } from './device-cookie.ts';
import { passwordAddedMail } from './mails.ts';
import { replaceOwnPassword } from './replace-password.ts';
import { checkNewPassword, type PasswordCode } from './rules.ts';

/**
 * Sets the first password of an account that signs in only with Google. The requesting session stays signed
 * in.
 */
export async function addPassword(
  deps: AccountsDeps,
  actor: Actor,
  form: { password: string; confirmation: string; keepAccess?: boolean | undefined },
  now: Date,
): Promise<Outcome<KnownLogin, PasswordCode | 'password_exists'>> {
  const refused = checkNewPassword(form);
  if (refused) return refused;
  const passwordHash = await deps.auth.hashPassword(form.password);
  return await transact(deps.db, async (tx) => {
    // Locks the person's row, so that of two concurrent requests the second finds the password of the first.
    await tx.selectFrom('users').select('id').where('id', '=', actor.userId).forNoKeyUpdate().execute();
    const known = await tx
      .selectFrom('credentials')
      .select('id')
      .where('user_id', '=', actor.userId)
      .where('password', 'is not', null)
      .executeTakeFirst();
    if (known) return refuse('password_exists');
    const by = { passwordHash, keepsAccess: form.keepAccess ?? false, mailOf: passwordAddedMail };
    return await replaceOwnPassword(deps, tx, actor, { ...by, action: 'account.password_added' }, now);
  });
}
