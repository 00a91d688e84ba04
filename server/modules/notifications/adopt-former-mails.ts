import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import { topicOf } from '#contract/notifications/notification-kinds.ts';
import { type Database, transact } from '#server/infra/transaction.ts';

const BATCH = 500;

/**
 * Creates deliveries for notifications that a process of version 0.2.0 marked to be mailed but has not mailed
 * yet. Both processes claim the mark in the same guarded way, so only one of them mails.
 */
export async function adoptFormerMails(db: Database, now: Date): Promise<void> {
  while ((await adoptSome(db, now)) === BATCH);
}

/** SQL: the time of the oldest notification that waits to be adopted. */
export const formerSince = sql`(select min(created_at) from notifications where mail = 'waiting')`;

const adoptSome = (db: Database, now: Date): Promise<number> =>
  transact(db, async (tx) => {
    const { rows } = await sql<{ id: string; userId: UserId; kind: string }>`
      update notifications set mail = 'done' where id in (
        select id from notifications where mail = 'waiting' order by created_at, id limit ${BATCH}
        for update skip locked
      ) returning id, user_id as "userId", kind`.execute(tx);
    if (rows.length > 0)
      await tx
        .insertInto('notification_deliveries')
        .values(
          rows.map(({ id, userId, kind }) => ({
            ...{ notification_id: id, user_id: userId, target_id: userId, channel: 'mail' },
            ...{ topic: topicOf(kind), timing: 'now', due_at: now },
          })),
        )
        .onConflict((oc) => oc.doNothing())
        .execute();
    return rows.length;
  });
