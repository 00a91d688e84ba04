import { sql } from 'kysely';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { TakedownRequest } from '#contract/takedowns.ts';
import { contains } from '#server/infra/contains.ts';
import { decodeMomentCursor, page } from '#server/infra/cursor.ts';
import type { Database } from '#server/infra/transaction.ts';

interface Row extends Omit<TakedownRequest, 'handled'> {
  handledAt: Date | null;
  handledBy: string | null;
  handledNote: string | null;
}

/** What is open waits its turn, oldest first; what was handled is looked up, newest first. */
export async function listTakedowns(
  db: Database,
  {
    state,
    search,
    cursor,
  }: { state: 'open' | 'handled'; search?: string | undefined; cursor?: string | undefined },
): Promise<{ rows: TakedownRequest[]; nextCursor: string | null }> {
  const position = decodeMomentCursor(cursor);
  const pattern = contains(search);
  const open = state === 'open';
  const behind = position && sql`(${position.value}::timestamptz, ${position.id}::uuid)`;
  const { rows } = await sql<Row>`
    select t.id, t.name, t.email, t.on_behalf_of as "onBehalfOf", p.username, t.user_id as "personId", t.url, t.work, t.signature,
      t.created_at as "sentAt", t.handled_at as "handledAt", coalesce(hp.username, hu.name) as "handledBy",
      t.handled_note as "handledNote"
    from takedown_requests t
    left join profiles p on p.user_id = t.user_id
    left join users hu on hu.id = t.handled_by
    left join profiles hp on hp.user_id = t.handled_by
    where ${open ? sql`t.handled_at is null` : sql`t.handled_at is not null`}
      ${pattern ? sql`and (t.name ilike ${pattern} or t.email ilike ${pattern} or t.url ilike ${pattern} or t.work ilike ${pattern})` : sql``}
      ${!behind ? sql`` : open ? sql`and (t.created_at, t.id) > ${behind}` : sql`and (t.created_at, t.id) < ${behind}`}
    order by ${open ? sql`t.created_at, t.id` : sql`t.created_at desc, t.id desc`}
    limit ${PAGE_ROWS + 1}`.execute(db);
  const cut = page(rows, PAGE_ROWS, (row) => ({ value: row.sentAt.toISOString(), id: row.id }));
  return { ...cut, rows: cut.rows.map(asRequest) };
}

const asRequest = ({ handledAt, handledBy, handledNote, ...row }: Row): TakedownRequest => ({
  ...row,
  handled: handledAt ? { at: handledAt, by: handledBy ?? 'an admin', note: handledNote ?? '' } : null,
});
