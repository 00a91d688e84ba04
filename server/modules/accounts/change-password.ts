import type { Actor } from '#server/http/actor.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import type { KnownLogin } from './device-cookie.ts';
import { passwordChangedMail } from './mails.ts';
import { findLoginById } from './queries.ts';
import { replaceOwnPassword } from './replace-password.ts';
import { checkNewPassword, type PasswordCode } from './rules.ts';

/** Replaces a password after checking the current one. The requesting session stays signed in. */
export async function changePassword(
  deps: AccountsDeps,
  actor: Actor,
  form: { current: string; password: string; confirmation: string; keepAccess?: boolean | undefined },
  now: Date,
): Promise<Outcome<KnownLogin, PasswordCode | 'login_failed' | 'demo_account_fixed'>> {
  if (actor.isDemo) return refuse('demo_account_fixed');
  const refused = checkNewPassword({ ...form, others: [form.current] });
  if (refused) return refused;
  const login = await findLoginById(deps.db, actor.userId);
  const known = login?.passwordHash;
  if (!known || !(await deps.auth.verifyPassword(known, form.current))) {
    return refuse('login_failed', { field: 'current', detail: 'The current password is wrong.' });
  }
  const passwordHash = await deps.auth.hashPassword(form.password);
  return await transact(deps.db, async (tx) => {
    // Replaces only the password that was checked: of two concurrent changes, the second has to log in again.
    const mine = await tx
      .selectFrom('credentials')
      .select('id')
      .where('user_id', '=', actor.userId)
      .where('provider_id', '=', 'credential')
      .where('password', '=', known)
      .forUpdate()
      .executeTakeFirst();
    if (!mine) return refuse('login_failed');
    const by = { passwordHash, keepsAccess: form.keepAccess ?? false, mailOf: passwordChangedMail };
    return await replaceOwnPassword(deps, tx, actor, { ...by, action: 'account.password_changed' }, now);
  });
}
