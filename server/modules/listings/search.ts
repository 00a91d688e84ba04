import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';
import { searchable } from './rules.ts';

/** Up to so many, the matches are fetched and sorted; more are so dense that walking the sorted index meets them soon. */
const FEW = 500;

/**
 * The condition on listing `l` that finds a search text; null when it holds no word.
 * Chosen by looking, because a planner can't know how often an unfinished word occurs: read by the text index when
 * matches are few (walking 100,000 rows for one match took 100 ms and more), by the feed's order when they are many.
 */
export async function searchCondition(
  db: Database,
  search: string | undefined,
): Promise<RawBuilder<unknown> | null> {
  const query = search ? textQuery(search) : null;
  if (!query) return null;
  const { rows } = await matchesSql(query).execute(db);
  return rows.length > FEW
    ? sql`l.search_words @@ ${query}`
    : sql`l.id = any(${rows.map((row) => row.id)}::uuid[])`;
}

/** Materialized, so that the text index is read and no sequential scan hopes to meet the limit early. */
export const matchesSql = (query: RawBuilder<unknown>): RawBuilder<{ id: string }> => sql<{ id: string }>`
  with matches as materialized (
    select l.id from listings l where l.state = 'active' and l.search_words @@ ${query})
  select id from matches limit ${sql.lit(FEW + 1)}`;

/** All the words, the last one unfinished; with quotes, a minus or "or" as search engines read them. */
export function textQuery(search: string): RawBuilder<unknown> | null {
  const words = searchable(search);
  if (!words) return null;
  return /["-]|\bor\b/i.test(search)
    ? sql`websearch_to_tsquery('simple', ${search})`
    : sql`to_tsquery('simple', ${`${words.replaceAll(' ', ' & ')}:*`})`;
}
