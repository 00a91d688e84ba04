import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';
import { searchable } from './rules.ts';

/** Up to so many, the matches are fetched and sorted; more are so dense that walking the sorted index meets them soon. */
const FEW = 2_000;
/** Where so many of so many listings match, walking meets a page soon, and the text index is not asked for all the others. */
const DENSE = { matches: 10, of: 500 };

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
  const found = rows.map((row) => row.id).filter((id) => id !== null);
  return found.length < rows.length || found.length > FEW
    ? sql`l.search_words @@ ${query}`
    : sql`l.id = any(${found}::uuid[])`;
}

/**
 * The ids of matches, or null in their place where they are dense. Materialized, so that the text index is read and no sequential scan
 * hopes to meet the limit early. That index reads every match of a word before it gives the first: dense words are not asked of it.
 */
export const matchesSql = (query: RawBuilder<unknown>): RawBuilder<{ id: string | null }> => sql<{
  id: string | null;
}>`
  with newest as materialized (
    select l.search_words from listings l where l.state = 'active'
    order by l.created_at desc, l.id desc limit ${sql.lit(DENSE.of)}
  ), dense as materialized (
    select count(*) >= ${sql.lit(DENSE.matches)} as is_dense from newest where search_words @@ ${query}
  ), matches as materialized (
    select l.id from listings l where not (select is_dense from dense) and l.state = 'active' and l.search_words @@ ${query}
  )
  select null::uuid as id from dense where is_dense
  union all (select id from matches limit ${sql.lit(FEW + 1)})`;

/** All the words, the last one unfinished; with quotes, a minus or "or" as search engines read them. */
export function textQuery(search: string): RawBuilder<unknown> | null {
  const words = searchable(search);
  if (!words) return null;
  return /["-]|\bor\b/i.test(search)
    ? sql`websearch_to_tsquery('simple', ${search})`
    : sql`to_tsquery('simple', ${`${words.replaceAll(' ', ' & ')}:*`})`;
}
