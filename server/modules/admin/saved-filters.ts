import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import { SAVED_FILTERS_MAX, type SavedFilter } from '#contract/admin/saved-filters.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';

export async function listSavedFilters(db: Database, adminId: UserId): Promise<SavedFilter[]> {
  const { rows } = await sql<SavedFilter>`
    select id, view, name, query from saved_filters where admin_id = ${adminId} order by name`.execute(db);
  return rows;
}

/** Saves filters under a name. Replaces the admin's filters of that name. */
export async function saveFilter(
  db: Database,
  { adminId, view, name, query, now }: Omit<SavedFilter, 'id'> & { adminId: UserId; now: Date },
): Promise<Outcome<null, 'saved_filters_full'>> {
  const { rows } = await sql`
    insert into saved_filters (id, admin_id, view, name, query, created_at)
    select ${newId()}, ${adminId}, ${view}, ${name}, ${query}, ${now}
    where (select count(*) from saved_filters where admin_id = ${adminId} and (view, name) <> (${view}, ${name}))
      < ${SAVED_FILTERS_MAX}
    on conflict (admin_id, view, name) do update set query = excluded.query
    returning id`.execute(db);
  return rows.length > 0 ? null : refuse('saved_filters_full');
}

export async function removeSavedFilter(
  db: Database,
  { adminId, id }: { adminId: UserId; id: string },
): Promise<Outcome<null, 'not_found'>> {
  const removed = await db
    .deleteFrom('saved_filters')
    .where('id', '=', id)
    .where('admin_id', '=', adminId)
    .returning('id')
    .executeTakeFirst();
  return removed ? null : refuse('not_found');
}
