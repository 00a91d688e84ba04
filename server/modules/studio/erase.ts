import type { Tx } from '#server/infra/transaction.ts';

/** Deletes a person's projects. */
export async function eraseStudioProjects(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('studio_projects').where('clipper_id', '=', userId).execute();
}
