import type { AccountId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';

/** Deletes a person's endpoints and their deliveries. */
export async function eraseWebhookEndpoints(tx: Tx, accountId: AccountId): Promise<void> {
  await tx.deleteFrom('webhook_endpoints').where('owner_id', '=', accountId).execute();
}
