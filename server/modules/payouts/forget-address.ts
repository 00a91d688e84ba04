import { forgetMails } from '#server/infra/mail.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { maskEmail } from './rules.ts';

/** Forgets where a person was paid, but for what is still on its way: whoever pays it has to know. */
export async function forgetAddress(tx: Tx, userId: string): Promise<void> {
  const known = await tx
    .deleteFrom('payout_addresses')
    .where('user_id', '=', userId)
    .returning('email')
    .executeTakeFirst();
  if (known) await forgetMails(tx, known.email);
  const done = await tx
    .selectFrom('payouts')
    .select(['id', 'destination'])
    .where('clipper_id', '=', userId)
    .where('state', 'not in', ['requested', 'processing'])
    .execute();
  for (const payout of done) await forgetDestination(tx, payout);
}

/** What was paid stays, and to an address at which provider; whose it was, and which account was asked about, is forgotten. */
export async function forgetDestination(
  tx: Tx,
  { id, destination }: { id: string; destination: string },
): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ destination: maskEmail(destination) })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('payout_account_checks').where('payout_id', '=', id).execute();
}
