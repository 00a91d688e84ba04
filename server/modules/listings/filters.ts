import { type RawBuilder, sql } from 'kysely';
import { type ExploreFilters, type FilterName, filterNames } from '#contract/listings/explore-filters.ts';

interface Filter {
  /** Type of the value in SQL. */
  type: 'text' | 'int' | 'bigint';
  /** Returns the condition on listing `l` and its ledger account `a`. */
  matches(value: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Whether the value is written into the feed's statement, so that PostgreSQL makes a plan per value. */
  isInlined?: true;
}

/**
 * All filters except words. `searchCondition` finds words in the feed, and `saved_searches.words` finds them
 * in alerts.
 */
type ColumnFilter = Exclude<FilterName, 'search'>;

const filters: Record<ColumnFilter, Filter> = {
  // A generic plan would not use the index of categories.
  category: { type: 'text', matches: (value) => sql`l.category = ${value}`, isInlined: true },
  // A generic plan would scan all hosts.
  platform: { type: 'text', matches: (value) => sql`l.platforms @> array[${value}]`, isInlined: true },
  minRateCents: { type: 'int', matches: (value) => sql`l.rate_cents_per_mille >= ${value}` },
  minFreeDollars: { type: 'bigint', matches: (value) => sql`a.balance_micros >= ${value} * 1000000` },
  language: { type: 'text', matches: (value) => sql`l.language in (${value}, 'any')` },
};

const columnFilters = filterNames.filter((name) => name !== 'search');

/** Returns the conditions of the feed for the chosen filters, without the search text. */
export const feedConditions = (chosen: ExploreFilters): RawBuilder<unknown>[] =>
  columnFilters
    .filter((name) => chosen[name])
    .map((name) => {
      const { type, matches, isInlined } = filters[name];
      return matches(isInlined ? sql.lit(chosen[name]) : sql`${chosen[name]}::${sql.raw(type)}`);
    });

/** SQL: listing `l` matches saved search `s`. */
export const savedSearchMatches: RawBuilder<unknown> = sql.join(
  [
    sql`(s.words is null or l.search_words @@ s.words)`,
    ...columnFilters.map((name) => {
      const value = sql`s.filters ->> ${sql.lit(name)}`;
      return sql`(${value} is null or ${filters[name].matches(sql`(${value})::${sql.raw(filters[name].type)}`)})`;
    }),
  ],
  sql` and `,
);
