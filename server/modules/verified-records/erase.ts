import type { Tx } from '#server/infra/transaction.ts';

/** Revokes all records that a person shared. */
export async function eraseVerifiedRecords(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('verified_records').where('clipper_id', '=', userId).execute();
}
