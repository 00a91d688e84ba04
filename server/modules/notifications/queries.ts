import { PAGE_ROWS } from '#contract/limits.ts';
import type { NotificationRow } from '#contract/notifications.ts';
import { decodeMomentCursor, page } from '#server/infra/cursor.ts';
import type { Database } from '#server/infra/transaction.ts';

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
