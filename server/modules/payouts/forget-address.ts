import type { AccountId } from '#contract/accounts/ids.ts';
import { forgetMails } from '#server/infra/mail.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { maskEmail } from './rules.ts';

/** Deletes a person's payment addresses, except for payouts on their way, which still need them. */
export async function forgetAddress(tx: Tx, accountId: AccountId): Promise<void> {
  const known = await tx
    .deleteFrom('payout_addresses')
    .where('user_id', '=', accountId)
    .returning('email')
    .executeTakeFirst();
  if (known) await forgetMails(tx, known.email);
  const done = await tx
    .selectFrom('payouts')
    .select(['id', 'destination'])
    .where('clipper_id', '=', accountId)
    .where('state', 'not in', ['requested', 'processing'])
    .execute();
  for (const payout of done) await forgetDestination(tx, payout);
}

/** Masks the address of a finished payout and deletes its account check; amount and dates stay. */
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
