import type { Database } from '#server/infra/transaction.ts';

/** Ends all other connections, so that refusals can't be compared and a platform is taken at its word. */
export async function leaveOnly(db: Database, connectionId: string): Promise<void> {
  await db
    .updateTable('connections')
    .set({ state: 'removed', analytics_released_at: null })
    .where('id', '<>', connectionId)
    .execute();
}
