import type { AccountId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';

/** Deletes a person's projects. */
export async function eraseStudioProjects(tx: Tx, accountId: AccountId): Promise<void> {
  await tx.deleteFrom('studio_projects').where('clipper_id', '=', accountId).execute();
}
