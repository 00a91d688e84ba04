import type { AccountId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';

/** Deletes the email address that a host gave when paying by card; the card's fingerprint identifies no person. */
export async function erasePayers(tx: Tx, hostId: AccountId): Promise<void> {
  await tx
    .updateTable('card_payments')
    .set({ payer_email: null })
    .where('deposit_id', 'in', (eb) => eb.selectFrom('deposits').select('id').where('host_id', '=', hostId))
    .execute();
}
