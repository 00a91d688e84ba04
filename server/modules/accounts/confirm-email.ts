import type { MemberRole } from '#contract/accounts/accounts.ts';
import type { Mailbox } from '#contract/accounts/email-change.ts';
import { personalAccount, type UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { liftSuppression } from '#server/infra/mail-suppressions.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Tx, transact, violates } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { emailChangedMail } from './email-mails.ts';
import { consumeToken } from './tokens.ts';

/**
 * Confirms a new address for the mailbox to which the link was mailed. The second confirmation changes the
 * address. Somebody else may have had both links, so payouts then wait as after a password reset.
 */
export async function confirmEmailChange(
  deps: AccountsDeps,
  token: string,
  now: Date,
): Promise<Outcome<{ waitsFor: Mailbox | null }, 'link_expired'>> {
  try {
    return await transact(deps.db, async (tx) => {
      const link = await useLink(deps, tx, token);
      if (!link) return refuse('link_expired');
      const user = await lockUserOf(tx, link.id);
      const change = user && (await markConfirmed(tx, link));
      if (!change) return refuse('link_expired');
      if (!change.old_confirmed_at) return { waitsFor: 'old' as const };
      if (!change.new_confirmed_at) return { waitsFor: 'new' as const };
      await replaceEmail(deps, tx, { ...user, newEmail: change.email }, now);
      return { waitsFor: null };
    });
  } catch (error) {
    // The new address got an account of its own meanwhile.
    if (violates(error, 'users_email')) return refuse('link_expired');
    throw error;
  }
}

interface Link {
  id: string;
  mailbox: Mailbox;
}

const useLink = ({ auth }: AccountsDeps, tx: Tx, token: string): Promise<Link | null> =>
  auth.inTransaction(tx, async (store) => {
    for (const mailbox of ['old', 'new'] as const) {
      const id = await consumeToken(store, `confirm-${mailbox}-email`, token);
      if (id) return { id, mailbox };
    }
    return null;
  });

/** Locks the person of a request, so that of two links opened at once the second sees the first. */
const lockUserOf = async (tx: Tx, id: string) =>
  await tx
    .selectFrom('users')
    .select(['id', 'email', 'role'])
    .where('id', '=', (changes) => changes.selectFrom('email_changes').select('user_id').where('id', '=', id))
    .where('closed_at', 'is', null)
    .where('banned_at', 'is', null)
    .where('is_demo', '=', false)
    .forUpdate()
    .executeTakeFirst();

async function markConfirmed(tx: Tx, { id, mailbox }: Link) {
  const today = new Date();
  return await tx
    .updateTable('email_changes')
    .set(mailbox === 'old' ? { old_confirmed_at: today } : { new_confirmed_at: today })
    .where('id', '=', id)
    .where('expires_at', '>', today)
    .returning(['email', 'old_confirmed_at', 'new_confirmed_at'])
    .executeTakeFirst();
}

interface Replaced {
  id: UserId;
  email: string;
  role: string | null;
  newEmail: string;
}

async function replaceEmail(
  { appUrl, deferPayouts }: AccountsDeps,
  tx: Tx,
  { id, email, role, newEmail }: Replaced,
  now: Date,
): Promise<void> {
  await tx.updateTable('users').set({ email: newEmail, updated_at: now }).where('id', '=', id).execute();
  await tx.deleteFrom('email_changes').where('user_id', '=', id).execute();
  // Links that were mailed to the old address are no longer valid.
  await tx.deleteFrom('verifications').where('value', '=', id).execute();
  await tx.deleteFrom('pending_sign_ups').where('email', '=', newEmail).execute();
  await liftSuppression(tx, newEmail);
  const payouts = await deferPayouts(tx, personalAccount(id), now);
  for (const to of [email, newEmail])
    await enqueueMail(tx, emailChangedMail(to, appUrl, { from: email, email: newEmail, payouts }), now);
  await writeAudit(tx, actBy(role as MemberRole | null, id, now), 'account.email_changed', 'user', id);
}
