import type { AccountId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';

/**
 * Deletes a person's followed hosts and saved searches. Also deletes the person from other people's followed
 * hosts.
 */
export async function eraseFollows(tx: Tx, accountId: AccountId): Promise<void> {
  await tx
    .deleteFrom('followed_hosts')
    .where((eb) => eb.or([eb('clipper_id', '=', accountId), eb('host_id', '=', accountId)]))
    .execute();
  await tx.deleteFrom('saved_searches').where('clipper_id', '=', accountId).execute();
}
