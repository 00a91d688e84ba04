import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Marks all of a person's notifications as read. Notifications that were read before keep their time. */
export async function markRead(db: Database, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute();
}

/** Marks some of a person's notifications as read. Ids of other people's notifications change nothing. */
export async function markGroupRead(
  db: Database,
  { userId, ids }: { userId: string; ids: string[] },
  now: Date,
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute();
}

/** Marks one of a person's notifications as read. A repeated call changes nothing. */
export async function markOneRead(
  db: Database,
  { userId, id }: { userId: string; id: string },
  now: Date,
): Promise<Outcome<null, 'not_found'>> {
  const row = await db
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row ? null : refuse('not_found');
}
