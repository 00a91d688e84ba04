import type { Database } from '#server/infra/transaction.ts';

/** Marks all of a person's notifications read; those read before keep their moment. */
export async function markRead(db: Database, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute();
}
