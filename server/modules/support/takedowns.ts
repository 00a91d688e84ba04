import { sql } from 'kysely';
import type { z } from 'zod';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { TakedownRequest, takedownRoutes } from '#contract/support/takedowns.ts';
import { contains } from '#server/infra/contains.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database } from '#server/infra/transaction.ts';

const sortable = sortValues({ date: { by: sql`t.created_at`, kind: 'moment' } });

interface Row extends Omit<TakedownRequest, 'handled'>, SortedRow {
  handledAt: Date | null;
  handledBy: string | null;
  handledNote: string | null;
}

/** Returns open requests oldest first, because they wait for a decision; handled ones newest first. */
export async function listTakedowns(
  db: Database,
  { state, search, ...query }: z.output<typeof takedownRoutes.adminTakedowns.query & z.ZodType>,
): Promise<{ rows: TakedownRequest[]; nextCursor: string | null }> {
  const pattern = contains(search);
  const open = state === 'open';
  const by = sorted(sortable, query, open ? 'date' : '-date', sql`t.id`);
  const { rows } = await sql<Row>`
    select t.id, t.name, t.email, t.on_behalf_of as "onBehalfOf", p.username, t.user_id as "personId", t.url, t.work, t.signature,
      t.created_at as "sentAt", t.handled_at as "handledAt", coalesce(hp.username, hu.name) as "handledBy",
      t.handled_note as "handledNote", ${by.column}
    from takedown_requests t
    left join profiles p on p.user_id = t.user_id
    left join users hu on hu.id = t.handled_by
    left join profiles hp on hp.user_id = t.handled_by
    where ${open ? sql`t.handled_at is null` : sql`t.handled_at is not null`} ${by.after}
      ${pattern ? sql`and (t.name ilike ${pattern} or t.email ilike ${pattern} or t.url ilike ${pattern} or t.work ilike ${pattern})` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const cut = by.page(rows, PAGE_ROWS);
  return { ...cut, rows: cut.rows.map(asRequest) };
}

const asRequest = ({ handledAt, handledBy, handledNote, sort_value: _, ...row }: Row): TakedownRequest => ({
  ...row,
  handled: handledAt ? { at: handledAt, by: handledBy ?? 'an admin', note: handledNote ?? '' } : null,
});
