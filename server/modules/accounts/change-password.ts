import type { Actor } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { enqueueMail, type Mail } from '#server/infra/mail.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Tx, transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import type { KnownLogin } from './device-cookie.ts';
import { passwordChangedMail } from './mails.ts';
import { findLoginById } from './queries.ts';
import { checkNewPassword, type PasswordCode } from './rules.ts';
import { setPassword } from './set-password.ts';

/** Sets a new password after the current one; the session that asks stays, all others end. */
export async function changePassword(
  { db, auth, appUrl }: AccountsDeps,
  actor: Actor,
  form: { current: string; password: string; confirmation: string },
  now: Date,
): Promise<Outcome<KnownLogin, PasswordCode | 'login_failed' | 'demo_account_fixed'>> {
  if (actor.isDemo) return refuse('demo_account_fixed');
  const refused = checkNewPassword({ ...form, others: [form.current] });
  if (refused) return refused;
  const login = await findLoginById(db, actor.userId);
  const known = login?.passwordHash;
  if (!known || !(await auth.verifyPassword(known, form.current))) {
    return refuse('login_failed', { field: 'current', detail: 'The current password is wrong.' });
  }
  const passwordHash = await auth.hashPassword(form.password);
  return await transact(db, async (tx) => {
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
    await setPassword(auth, tx, { userId: actor.userId, passwordHash });
    const mail = passwordChangedMail(actor.email, appUrl);
    await noteNewPassword(tx, actor, { action: 'account.password_changed', mail }, now);
    return { userId: actor.userId, passwordHash };
  });
}

/** Ends every session but the one that set it, and says so by mail and in the audit log. */
export async function noteNewPassword(
  tx: Tx,
  actor: Actor,
  { action, mail }: { action: string; mail: Mail },
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', actor.userId)
    .where('id', '<>', actor.sessionId)
    .execute();
  await enqueueMail(tx, mail, now);
  await writeAudit(tx, actBy(actor.role, actor.userId, now), action, 'user', actor.userId);
}
