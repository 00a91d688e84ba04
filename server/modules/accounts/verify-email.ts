import { writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { verificationMail } from './mails.ts';
import { consumeToken, createToken } from './tokens.ts';

/** Uses a mailed link; each works once. */
export async function verifyEmail(
  { db, auth }: AccountsDeps,
  token: string,
  now: Date,
): Promise<Outcome<null, 'link_expired'>> {
  return await transact(db, async (tx) => {
    const userId = await auth.within(tx, (store) => consumeToken(store, 'verify-email', token));
    if (!userId) return refuse('link_expired');
    await tx
      .updateTable('users')
      .set({ email_verified: true, updated_at: now })
      .where('id', '=', userId)
      .where('email_verified', '=', false)
      .execute();
    await writeAudit(tx, {
      at: now,
      actorId: userId,
      actorKind: 'anonymous',
      action: 'account.verified',
      subjectType: 'user',
      subjectId: userId,
    });
    return null;
  });
}

/** Mails a new link to an unverified account; does nothing else for anyone else. */
export async function resendVerification(
  { db, auth, appUrl }: AccountsDeps,
  { email, returnTo }: { email: string; returnTo?: string | undefined },
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .where('email_verified', '=', false)
      .where('banned_at', 'is', null)
      .executeTakeFirst();
    // For an unknown address too: a write takes longer than a look, and time would tell.
    const token = await auth.within(tx, (store) => createToken(store, 'verify-email', user?.id ?? newId()));
    if (user) await enqueueMail(tx, verificationMail(email, appUrl, token, returnTo), now);
  });
}
