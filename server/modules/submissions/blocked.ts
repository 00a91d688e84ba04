import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { BlockedClipper } from '#contract/blocks.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { photoPath } from '#contract/media/media.ts';
import { decodeMomentCursor, page } from '#server/infra/cursor.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Returns the clippers that a host has blocked, latest first. */
export async function blockedClippers(
  db: Database,
  hostId: AccountId,
  { cursor, username }: { cursor?: string | undefined; username?: string | undefined },
): Promise<{ rows: BlockedClipper[]; nextCursor: string | null }> {
  const from = decodeMomentCursor(cursor);
  const { rows } = await sql<BlockedClipper & { avatarId: string | null }>`
    select b.clipper_id as "clipperId", coalesce(p.username, 'clipper') as username, b.blocked_at as "blockedAt",
      p.avatar_media_id as "avatarId"
    from clipper_blocks b
    left join profiles p on p.user_id = b.clipper_id
    where b.host_id = ${hostId}
      ${username === undefined ? sql`` : sql`and p.username = ${username.replace(/^@/, '')}`}
      ${from ? sql`and (b.blocked_at, b.clipper_id) < (${from.value}::timestamptz, ${from.id}::uuid)` : sql``}
    order by b.blocked_at desc, b.clipper_id desc
    limit ${PAGE_ROWS + 1}`.execute(db);
  const blocked = rows.map(({ avatarId, ...row }) => ({
    ...row,
    avatarUrl: photoPath(avatarId),
  }));
  return page(blocked, PAGE_ROWS, (row) => ({ value: row.blockedAt.toISOString(), id: row.clipperId }));
}
