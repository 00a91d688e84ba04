import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { SAVED_SEARCHES_MAX } from '#contract/follows.ts';
import { acceptedFilters, type ExploreFilters, isFiltered } from '#contract/listings/explore-filters.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { textQuery } from '#server/modules/listings/listings.ts';

interface Save {
  clipperId: AccountId;
  name: string;
  filters: ExploreFilters;
  alerts: boolean;
  now: Date;
}

/** Saves a search under a name; replaces a search that has the same name. */
export async function saveSearch(
  tx: Tx,
  { clipperId, name, filters, alerts, now }: Save,
): Promise<Outcome<{ id: string }, 'invalid_input' | 'saved_searches_full'>> {
  const words = filters.search ? textQuery(filters.search) : null;
  const kept = acceptedFilters({ ...filters, search: words ? filters.search!.trim() : undefined });
  if (!isFiltered(kept))
    return refuse('invalid_input', {
      field: 'filters',
      detail: 'Choose a filter or type a word to look for.',
    });
  // Serializes concurrent requests, so that the limit holds.
  await tx.selectFrom('accounts').select('id').where('id', '=', clipperId).forUpdate().execute();
  const { rows } = await sql<{ id: string }>`
    insert into saved_searches (id, clipper_id, name, filters, words, alerts, created_at)
    select ${newId()}, ${clipperId}, ${name}, ${JSON.stringify(kept)}::jsonb, ${words ?? sql`null`}, ${alerts}, ${now}
    where (select count(*) from saved_searches where clipper_id = ${clipperId} and name <> ${name})
      < ${SAVED_SEARCHES_MAX}
    on conflict (clipper_id, name) do update set filters = excluded.filters, words = excluded.words,
      alerts = excluded.alerts, created_at = excluded.created_at
    returning id`.execute(tx);
  return rows[0] ?? refuse('saved_searches_full');
}

interface Own {
  clipperId: AccountId;
  id: string;
}

export async function setSearchAlerts(
  db: Database,
  { clipperId, id, alerts }: Own & { alerts: boolean },
): Promise<Outcome<null, 'not_found'>> {
  const changed = await db
    .updateTable('saved_searches')
    .set({ alerts })
    .where('id', '=', id)
    .where('clipper_id', '=', clipperId)
    .returning('id')
    .executeTakeFirst();
  return changed ? null : refuse('not_found');
}

export async function removeSearch(
  db: Database,
  { clipperId, id }: Own,
): Promise<Outcome<null, 'not_found'>> {
  const removed = await db
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('clipper_id', '=', clipperId)
    .returning('id')
    .executeTakeFirst();
  return removed ? null : refuse('not_found');
}
