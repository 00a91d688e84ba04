import { sql } from 'kysely';
import type { Role } from '#contract/accounts.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import {
  type NotificationRow,
  type NotificationTopic,
  notificationTopics,
  topicRules,
} from '#contract/notifications.ts';
import { decodeMomentCursor, page } from '#server/infra/cursor.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/** A person's notifications, newest first. */
export async function listNotifications(
  db: Database,
  userId: string,
  cursor: string | undefined,
): Promise<{ rows: NotificationRow[]; nextCursor: string | null }> {
  const from = decodeMomentCursor(cursor);
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'kind', 'title', 'body', 'link', 'created_at as createdAt', 'read_at as readAt'])
    .where('user_id', '=', userId)
    .$if(from !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(new Date(from!.value), from!.id)),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_ROWS + 1)
    .execute();
  return page(rows, PAGE_ROWS, (row) => ({ value: row.createdAt.toISOString(), id: row.id }));
}

/** Nobody counts further than this. */
const UNREAD_MAX = 100;

export async function countUnread(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from notifications where user_id = ${userId} and read_at is null limit ${UNREAD_MAX}
    ) unread`.execute(db);
  return rows[0]!.count;
}

/** Answers, for these people, whether one of them wants a topic by mail. */
export async function mailChoices(
  db: Database | Tx,
  userIds: string[],
): Promise<(userId: string, topic: NotificationTopic) => boolean> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['user_id', 'topic', 'by_mail'])
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .execute();
  const chosen = new Map(rows.map((row) => [`${row.user_id} ${row.topic}`, row.by_mail]));
  return (userId, topic) => chosen.get(`${userId} ${topic}`) ?? topicRules[topic].byMail;
}

/** Those of these people who have closed their account. */
export async function goneAmong(db: Database | Tx, userIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = any(${userIds}::uuid[])`)
    .where('closed_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The topics of a role, each with the person's choice. */
export async function preferencesOf(
  db: Database,
  { userId, role }: { userId: string; role: Role | null },
): Promise<{ topic: NotificationTopic; byMail: boolean }[]> {
  const byMail = await mailChoices(db, [userId]);
  return notificationTopics
    .filter((topic) => role !== null && topicRules[topic].roles.includes(role))
    .map((topic) => ({ topic, byMail: byMail(userId, topic) }));
}
