import { EMAIL_CHANGE_HOURS, type Mailbox } from '#contract/accounts/email-change.ts';
import type { UserId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { confirmNewEmailMail, confirmOldEmailMail, takenEmailMail } from './email-mails.ts';
import { lockAccount } from './lock-account.ts';
import { looksLikeEmail } from './rules.ts';
import { createToken } from './tokens.ts';

type Refused =
  | 'missing_information'
  | 'invalid_input'
  | 'email_unchanged'
  | 'demo_account_fixed'
  | 'not_found';

/**
 * Stores the new address and mails a link to both mailboxes. An address that has an account gets the same
 * answer and a different mail, so the person does not learn who has an account.
 */
export async function requestEmailChange(
  { db, auth, appUrl }: AccountsDeps,
  actor: Actor,
  { email, mayMailNew }: { email: string; mayMailNew: boolean },
  now: Date,
): Promise<Outcome<null, Refused | 'unauthenticated'>> {
  const refused = unfitEmail(actor, email);
  if (refused) return refused;
  const id = newId();
  const expiresAt = after(new Date(), EMAIL_CHANGE_HOURS * HOUR);
  return await transact(db, async (tx) => {
    if (!(await lockAccount(tx, actor))) return refuse('unauthenticated');
    const change = {
      ...{ id, email, old_confirmed_at: null, new_confirmed_at: null },
      ...{ created_at: now, expires_at: expiresAt },
    };
    await tx
      .insertInto('email_changes')
      .values({ user_id: actor.userId, ...change })
      .onConflict((known) => known.column('user_id').doUpdateSet(change))
      .execute();
    const [oldToken, newToken] = await auth.inTransaction(tx, async (store) => [
      await createToken(store, 'confirm-old-email', id),
      await createToken(store, 'confirm-new-email', id),
    ]);
    const known = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    await enqueueMail(tx, confirmOldEmailMail(actor.email, appUrl, { token: oldToken, email }), now);
    if (mayMailNew)
      await enqueueMail(
        tx,
        known
          ? takenEmailMail(email, appUrl)
          : confirmNewEmailMail(email, appUrl, { token: newToken, from: actor.email }),
        now,
      );
    await writeAudit(
      tx,
      actBy(actor.role, actor.userId, now),
      'account.email_change_asked',
      'user',
      actor.userId,
    );
    return null;
  });
}

function unfitEmail(actor: Actor, email: string): Outcome<null, Refused> {
  // Admins sign in by a username, and their address gets no mail.
  if (actor.role === 'admin') return refuse('not_found');
  if (actor.isDemo) return refuse('demo_account_fixed');
  if (email === '') return refuse('missing_information', { field: 'email' });
  if (email === actor.email) return refuse('email_unchanged', { field: 'email' });
  if (looksLikeEmail(email)) return null;
  return refuse('invalid_input', {
    field: 'email',
    detail: 'Enter an email address like name@example.com.',
  });
}

/** Returns the request that waits, with the mailboxes that have not confirmed it. */
export async function showEmailChange(db: Database, userId: UserId) {
  const row = await db
    .selectFrom('email_changes')
    .select(['email', 'old_confirmed_at', 'new_confirmed_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  if (!row) return null;
  const waitsFor: Mailbox[] = [];
  if (!row.old_confirmed_at) waitsFor.push('old');
  if (!row.new_confirmed_at) waitsFor.push('new');
  return { email: row.email, waitsFor, expiresAt: row.expires_at };
}

export async function cancelEmailChange(
  { db }: AccountsDeps,
  { userId, role }: Actor,
  now: Date,
): Promise<Outcome<null, 'not_found'>> {
  return await transact(db, async (tx) => {
    const canceled = await tx
      .deleteFrom('email_changes')
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!canceled) return refuse('not_found');
    await writeAudit(tx, actBy(role, userId, now), 'account.email_change_canceled', 'user', userId);
    return null;
  });
}
