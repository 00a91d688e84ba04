import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';
import { searchable } from './rules.ts';

/**
 * Up to this many matches are fetched and sorted. If there are more, walking the sorted index soon finds a
 * page.
 */
const FEW = 2_000;
/**
 * If at least `matches` of the `of` newest listings match, walking the feed's order soon finds a page, and
 * the text index is skipped.
 */
const DENSE = { matches: 10, of: 500 };

/**
 * Returns the condition on listing `l` that finds a search text; null if the text contains no word. Counts
 * matches first, because a planner can't know how often an unfinished word occurs. Few matches are read from
 * the text index (walking 100,000 rows for one match took 100 ms and more), many in the feed's order.
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
 * Returns the statement that reads the ids of matches, or a single null if there are many. Materialized,
 * because otherwise PostgreSQL would choose a sequential scan in the hope of finding enough rows early. The
 * text index reads every match of a word before it returns the first one, so it is not used for frequent
 * words.
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

/**
 * Returns a query for all the words, the last one unfinished. If the text contains quotes, a minus or "or",
 * it has the syntax of search engines.
 */
export function textQuery(search: string): RawBuilder<unknown> | null {
  const words = searchable(search);
  if (!words) return null;
  return /["-]|\bor\b/i.test(search)
    ? sql`websearch_to_tsquery('simple', ${search})`
    : sql`to_tsquery('simple', ${`${words.replaceAll(' ', ' & ')}:*`})`;
}
