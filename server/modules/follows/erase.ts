import type { Tx } from '#server/infra/transaction.ts';

/** Removes what a person follows and saved, and the person from what others follow. */
export async function eraseFollows(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('followed_hosts')
    .where((eb) => eb.or([eb('clipper_id', '=', userId), eb('host_id', '=', userId)]))
    .execute();
  await tx.deleteFrom('saved_searches').where('clipper_id', '=', userId).execute();
}
