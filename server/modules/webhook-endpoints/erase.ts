import type { Tx } from '#server/infra/transaction.ts';

/** Removes a person's endpoints, with what waits for them. */
export async function eraseWebhookEndpoints(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('webhook_endpoints').where('owner_id', '=', userId).execute();
}
