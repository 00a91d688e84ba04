import type { UserId } from '#contract/accounts/ids.ts';
import { forgetMails } from '#server/infra/mail.ts';
import type { Tx } from '#server/infra/transaction.ts';

/** Closes an account for good: nobody can sign in to it, and all personal data in it is erased. */
export async function eraseUser(
  tx: Tx,
  { userId, email }: { userId: UserId; email: string },
  now: Date,
): Promise<void> {
  for (const table of ['passkeys', 'sessions', 'credentials', 'second_factors', 'email_changes'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await tx.deleteFrom('verifications').where('value', '=', userId).execute();
  await tx.deleteFrom('pending_sign_ups').where('email', '=', email).execute();
  await tx
    .updateTable('users')
    .set({
      email: `${userId}@account.invalid`,
      name: 'Deleted account',
      image: null,
      closed_at: now,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
  await forgetMails(tx, email);
}
