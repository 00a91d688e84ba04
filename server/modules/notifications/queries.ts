import { sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { NotificationRow } from '#contract/notifications/notifications.ts';
import { decodeMomentCursor, page } from '#server/infra/cursor.ts';
import { groupBy } from '#server/infra/group-by.ts';
import { prepared } from '#server/infra/prepared.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/** Returns a person's notifications, newest first: all, or only the unread ones. */
export async function listNotifications(
  db: Database,
  userId: UserId,
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

export async function countUnread(db: Database, userId: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from notifications where user_id = ${userId} and read_at is null limit ${UNREAD_MAX}
    ) unread`.execute(db);
  return rows[0]!.count;
}

interface Addressed {
  userId?: UserId | undefined;
  accountId?: AccountId | undefined;
}

/**
 * Returns who reads a notification: the person that it names, or the members of the account that it names. Nobody
 * reads for a closed account.
 */
export async function findReaders(
  tx: Tx,
  notices: readonly Addressed[],
): Promise<(notice: Addressed) => readonly UserId[]> {
  const userIds = notices.flatMap(({ userId }) => userId ?? []);
  const accountIds = notices.flatMap(({ accountId }) => accountId ?? []);
  const { rows } = await sql<{ accountId: AccountId | null; userId: UserId }>`${prepared}
    select m.account_id as "accountId", m.user_id as "userId" from members m join accounts a on a.id = m.account_id
      where m.account_id = any(${accountIds}::uuid[]) and a.closed_at is null
    union all
    select null, id from users where id = any(${userIds}::uuid[]) and closed_at is null`.execute(tx);
  // An organization may have the id of the person who made it, so persons and accounts are looked up apart.
  const members = groupBy(rows, (row) => row.accountId);
  const people = new Set(members.get(null)?.map((row) => row.userId));
  return ({ userId, accountId }) =>
    userId
      ? [userId].filter((id) => people.has(id))
      : (members.get(accountId!) ?? []).map((row) => row.userId);
}
