import type { Tx } from '#server/infra/transaction.ts';

/** Deletes what a person cut. */
export async function eraseStudioProjects(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('studio_projects').where('clipper_id', '=', userId).execute();
}
