import type { Database } from '#server/infra/transaction.ts';

/**
 * Ends all other connections: without any to compare with, a platform's refusal counts as its own statement.
 */
export async function leaveOnly(db: Database, connectionId: string): Promise<void> {
  await db
    .updateTable('connections')
    .set({ state: 'removed', analytics_released_at: null })
    .where('id', '<>', connectionId)
    .execute();
}
