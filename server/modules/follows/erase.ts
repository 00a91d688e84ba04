import type { Tx } from '#server/infra/transaction.ts';

/**
 * Deletes a person's followed hosts and saved searches. Also deletes the person from other people's followed
 * hosts.
 */
export async function eraseFollows(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('followed_hosts')
    .where((eb) => eb.or([eb('clipper_id', '=', userId), eb('host_id', '=', userId)]))
    .execute();
  await tx.deleteFrom('saved_searches').where('clipper_id', '=', userId).execute();
}
