import { sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { NotificationKind } from '#contract/notifications/notification-kinds.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/** Marks all of a person's notifications as read. Notifications that were read before keep their time. */
export async function markRead(db: Database, userId: UserId, now: Date): Promise<void> {
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
  { userId, ids }: { userId: UserId; ids: string[] },
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
  { userId, id }: { userId: UserId; id: string },
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
   * Names the notifications whose request is done: by the account whose members are notified, and by the notification's link.
   */
  done: readonly { accountId: AccountId; link: string }[];
}

/** Marks notifications as read that asked members of an account to do something, after one of them did it. */
export async function markDone(tx: Tx, { kind, done }: Done, now: Date): Promise<void> {
  await sql`
    update notifications n set read_at = ${now}
    from unnest(${done.map(({ accountId }) => accountId)}::uuid[], ${done.map(({ link }) => link)}::text[]) as d (account_id, link)
    join members m on m.account_id = d.account_id
    where n.user_id = m.user_id and n.link = d.link and n.kind = ${kind} and n.read_at is null`.execute(tx);
}
