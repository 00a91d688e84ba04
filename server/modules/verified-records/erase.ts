import type { AccountId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';

/** Revokes all records that a person shared. */
export async function eraseVerifiedRecords(tx: Tx, accountId: AccountId): Promise<void> {
  await tx.deleteFrom('verified_records').where('clipper_id', '=', accountId).execute();
}
