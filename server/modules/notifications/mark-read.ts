import { sql } from 'kysely';
import type { NotificationKind } from '#contract/notifications/notification-kinds.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

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

interface Done {
  kind: NotificationKind;
  /**
   * Names the notifications whose request is done: by the notified people, and by the notification's link.
   */
  done: readonly { userId: string; link: string }[];
}

/** Marks notifications as read that asked their people to do something, after somebody did it. */
export async function markDone(tx: Tx, { kind, done }: Done, now: Date): Promise<void> {
  await sql`
    update notifications n set read_at = ${now}
    from unnest(${done.map(({ userId }) => userId)}::uuid[], ${done.map(({ link }) => link)}::text[]) as d (user_id, link)
    where n.user_id = d.user_id and n.link = d.link and n.kind = ${kind} and n.read_at is null`.execute(tx);
}
