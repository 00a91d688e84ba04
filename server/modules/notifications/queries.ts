import { sql } from 'kysely';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { NotificationRow } from '#contract/notifications/notifications.ts';
import { decodeMomentCursor, page } from '#server/infra/cursor.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/** Returns a person's notifications, newest first: all, or only the unread ones. */
export async function listNotifications(
  db: Database,
  userId: string,
  { cursor, unread }: { cursor?: string | undefined; unread?: '1' | undefined },
): Promise<{ rows: NotificationRow[]; nextCursor: string | null }> {
  const from = decodeMomentCursor(cursor);
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'kind', 'title', 'body', 'link', 'created_at as createdAt', 'read_at as readAt'])
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .$if(unread === '1', (query) => query.where('read_at', 'is', null))
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

/** Unread notifications are counted up to this number. */
const UNREAD_MAX = 100;

export async function countUnread(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from notifications where user_id = ${userId} and read_at is null limit ${UNREAD_MAX}
    ) unread`.execute(db);
  return rows[0]!.count;
}

/** Returns those of these ids whose accounts are closed. */
export async function findClosed(db: Database | Tx, userIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = any(${userIds}::uuid[])`)
    .where('closed_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
