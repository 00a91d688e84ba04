import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { FeedRow, feedQuery } from '#contract/listings.ts';
import { decodeCursor, type Position, page } from '#server/infra/cursor.ts';
import type { Database } from '#server/infra/transaction.ts';
import { type FeedSqlRow, feedColumns, feedJoins, toFeedRow } from './feed-row.ts';
import { searchCondition } from './search.ts';

type Query = z.output<typeof feedQuery>;
type Sort = Query['sort'];

interface Order {
  /** The table whose index gives the order; the other one is joined by its key. */
  from: RawBuilder<unknown>;
  by: RawBuilder<unknown>;
  /** The same order, of the page that was cut. */
  ofPage: RawBuilder<unknown>;
  /** Rows behind the cursor; null when its value is not of this order. */
  behind(position: Position): RawBuilder<unknown> | null;
  sortValue(row: FeedSqlRow): string;
}

const byListing = sql`listings l left join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id`;

const ORDERS: Record<Sort, Order> = {
  newest: {
    from: byListing,
    by: sql`l.created_at desc, l.id desc`,
    ofPage: sql`l.created_at desc, l.id desc`,
    behind({ value, id }) {
      const at = new Date(value);
      return Number.isNaN(at.getTime()) ? null : sql`(l.created_at, l.id) < (${at}, ${id}::uuid)`;
    },
    sortValue: (row) => row.created_at.toISOString(),
  },
  rate: {
    from: byListing,
    by: sql`l.rate_cents_per_mille desc, l.id desc`,
    ofPage: sql`l.rate_cents_per_mille desc, l.id desc`,
    behind: ({ value, id }) =>
      /^\d{1,6}$/.test(value) ? sql`(l.rate_cents_per_mille, l.id) < (${Number(value)}, ${id}::uuid)` : null,
    sortValue: (row) => String(row.rate_cents_per_mille),
  },
  budget: {
    from: sql`ledger_accounts a join listings l on l.id = a.owner_id and a.kind = 'listing'`,
    by: sql`a.balance_micros desc, a.owner_id desc`,
    ofPage: sql`l.free_micros desc, l.id desc`,
    behind: ({ value, id }) =>
      /^\d{1,18}$/.test(value) ? sql`(a.balance_micros, a.owner_id) < (${BigInt(value)}, ${id}::uuid)` : null,
    sortValue: (row) => String(row.free_micros),
  },
};

/** Active listings, one page of them. Everything but the page's own rows is left to indexes; nothing is counted. */
export async function exploreListings(
  db: Database,
  query: Query,
): Promise<{ rows: FeedRow[]; nextCursor: string | null }> {
  const { rows } = await feedSql(query, await searchCondition(db, query.search)).execute(db);
  const { sortValue } = ORDERS[query.sort];
  const cut = page(rows, PAGE_ROWS, (row) => ({ value: sortValue(row), id: row.id }));
  return { rows: cut.rows.map(toFeedRow), nextCursor: cut.nextCursor };
}

/** The statement of one page and the row after it. */
export function feedSql(query: Query, found: RawBuilder<unknown> | null): RawBuilder<FeedSqlRow> {
  const order = ORDERS[query.sort];
  const position = decodeCursor(query.cursor);
  const conditions = [
    sql`l.state = 'active'`,
    position ? order.behind(position) : null,
    query.platform ? sql`l.platforms @> array[${query.platform}]` : null,
    query.minRateCents ? sql`l.rate_cents_per_mille >= ${query.minRateCents}` : null,
    found,
  ].filter((condition) => condition !== null);
  return sql<FeedSqlRow>`
    select ${feedColumns}, l.funded_micros, l.free_micros, (
        select coalesce(sum(e.reserved_micros), 0)::bigint from clip_earnings e
        where e.listing_id = l.id and e.reserved_micros > 0) as reserved_micros
    from (
      select l.id, l.host_id, l.title, l.platforms, l.language, l.rate_cents_per_mille, l.funded_micros, l.created_at,
        l.current_version, coalesce(a.balance_micros, 0) as free_micros
      from ${order.from}
      where ${sql.join(conditions, sql` and `)}
      order by ${order.by} limit ${sql.lit(PAGE_ROWS + 1)}) l
    ${feedJoins}
    order by ${order.ofPage}`;
}
