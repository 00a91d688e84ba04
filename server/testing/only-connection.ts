import type { Database } from '#server/infra/transaction.ts';

/**
 * Ends all other connections. A refusal by a platform is then about this account, because no other account
 * can be compared.
 */
export async function removeOtherConnections(db: Database, connectionId: string): Promise<void> {
  await db
    .updateTable('connections')
    .set({ state: 'removed', analytics_released_at: null })
    .where('id', '<>', connectionId)
    .execute();
}
