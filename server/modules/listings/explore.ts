import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { ExploreFilters } from '#contract/listings/explore-filters.ts';
import { COUNTED_LISTINGS_MAX, type ListingCount } from '#contract/listings/listing-forecast.ts';
import type { FeedRow, feedQuery } from '#contract/listings/listings.ts';
import { photoPath } from '#contract/media/media.ts';
import { decodeCursor, type Position, page } from '#server/infra/cursor.ts';
import { notPrepared, prepared } from '#server/infra/prepared.ts';
import type { Database } from '#server/infra/transaction.ts';
import { WireJson } from '#server/infra/wire-json.ts';
import { comparesClips, opensInStudio } from '#server/modules/media/media.ts';
import { rejectionsOf, sourcePoster } from './feed-row.ts';
import { feedConditions } from './filters.ts';
import { searchCondition } from './search.ts';

type Query = z.output<typeof feedQuery>;
type Sort = Query['sort'];

interface Order {
  /** The table whose index gives the order; the other one is joined by key. */
  from: RawBuilder<unknown>;
  by: RawBuilder<unknown>;
  /** The same order as `by`, for sorting the rows of one page. */
  ofPage: RawBuilder<unknown>;
  /**
   * Returns the condition for rows after the cursor; null if the cursor's value does not belong to this
   * order.
   */
  behind(position: Position): RawBuilder<unknown> | null;
  /** The value of a row that its cursor contains. */
  value: RawBuilder<unknown>;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const byListing = sql`listings l left join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id`;

const ORDERS: Record<Sort, Order> = {
  newest: {
    from: byListing,
    by: sql`l.created_at desc, l.id desc`,
    ofPage: sql`l.created_at desc, l.id desc`,
    behind({ value, id }) {
      if (!/^\d{1,14}$/.test(value)) return null;
      return sql`(l.created_at, l.id) < (${new Date(Number(value))}::timestamptz, ${id}::uuid)`;
    },
    value: sql`(extract(epoch from l.created_at) * 1000)::bigint`,
  },
  // `listing_forecasts` has a row for each active listing, at the latest an hour after it was posted by a
  // process of release 0.3.0.
  earnings: {
    from: sql`listing_forecasts f join listings l on l.id = f.listing_id
      left join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id`,
    by: sql`f.expected_micros desc, f.listing_id desc`,
    ofPage: sql`f.expected_micros desc, l.id desc`,
    behind: ({ value, id }) =>
      /^\d{1,18}$/.test(value)
        ? sql`(f.expected_micros, f.listing_id) < (${value}::bigint, ${id}::uuid)`
        : null,
    value: sql`f.expected_micros`,
  },
  rate: {
    from: byListing,
    by: sql`l.rate_cents_per_mille desc, l.id desc`,
    ofPage: sql`l.rate_cents_per_mille desc, l.id desc`,
    behind: ({ value, id }) =>
      /^\d{1,6}$/.test(value)
        ? sql`(l.rate_cents_per_mille, l.id) < (${Number(value)}::int, ${id}::uuid)`
        : null,
    value: sql`l.rate_cents_per_mille`,
  },
  budget: {
    from: sql`ledger_accounts a join listings l on l.id = a.owner_id and a.kind = 'listing'`,
    by: sql`a.balance_micros desc, a.owner_id desc`,
    ofPage: sql`l.free_micros desc, l.id desc`,
    behind: ({ value, id }) =>
      /^\d{1,18}$/.test(value) ? sql`(a.balance_micros, a.owner_id) < (${value}::bigint, ${id}::uuid)` : null,
    value: sql`l.free_micros`,
  },
  // Fastest deciding hosts first. Hosts without a decision are last, because the constant is far above any
  // median.
  review: {
    from: sql`host_stats c join listings l on l.host_id = c.host_id
      left join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id`,
    by: sql`coalesce(c.median_hours_to_decide, 1e9), c.host_id, l.id`,
    ofPage: sql`coalesce(h.median_hours_to_decide, 1e9), l.host_id, l.id`,
    behind({ value, id }) {
      const [hours = '', hostId = ''] = value.split(' ');
      if (!/^\d{1,10}(\.\d{1,20})?(e[+-]?\d{1,2})?$/.test(hours) || !UUID.test(hostId)) return null;
      return sql`(coalesce(c.median_hours_to_decide, 1e9), c.host_id, l.id)
        > (${hours}::float8, ${hostId}::uuid, ${id}::uuid)`;
    },
    value: sql`coalesce(h.median_hours_to_decide, 1e9) || ' ' || l.host_id`,
  },
};

/** A row of the feed: the cached card, and the figures that change without it. */
interface FeedSqlRow {
  id: string;
  card: string;
  value: string;
  free: string;
  reserved: string;
  week: string;
  username: string | null;
  avatar_media_id: string | null;
  median_hours_to_decide: number | null;
  approved_share: number | null;
  rejections: number | null;
  overturned: number | null;
  paid_share: number | null;
  source_media_id: string | null;
  has_poster: boolean | null;
  compares_clips: boolean;
  opens_in_studio: boolean;
  category: FeedRow['category'];
  paid_clips: number | null;
  typical: string | null;
  competing_clips: number | null;
  expected: string | null;
  counted_views: FeedRow['countedViews'];
  counted_countries: string[];
}

/** Returns one page of active listings. Indexes skip all other rows, and no total is counted. */
export async function exploreListings(db: Database, query: Query): Promise<WireJson> {
  const { rows } = await feedSql(query, await searchCondition(db, query.search)).execute(db);
  const cut = page(rows, PAGE_ROWS, ({ value, id }) => ({ value, id }));
  return new WireJson(
    `{"rows":[${cut.rows.map(toJson).join()}],"nextCursor":${JSON.stringify(cut.nextCursor)}}`,
  );
}

function toJson(row: FeedSqlRow): string {
  const host = JSON.stringify({
    username: row.username ?? '',
    avatarUrl: photoPath(row.avatar_media_id),
    medianHoursToDecide: row.median_hours_to_decide,
    approvedShare: row.approved_share,
    rejections: rejectionsOf(row),
    paidShare: row.paid_share,
  });
  const { counted_views, counted_countries } = row;
  const forecast = JSON.stringify({
    category: row.category,
    paidClips: row.paid_clips ?? 0,
    typicalMicros: row.typical,
    competingClips: row.competing_clips ?? 0,
    expectedMicros: row.expected ?? '0',
    opensInStudio: row.opens_in_studio,
  });
  const counted = `"countedViews":"${counted_views}","countedCountries":${JSON.stringify(counted_countries)}`;
  return `${row.card.slice(0, -1)},"host":${host},${counted},"freeMicros":"${row.free}","reservedMicros":"${row.reserved}","lastWeekMicros":"${row.week}","sourcePosterUrl":${JSON.stringify(sourcePoster(row))},"comparesClips":${row.compares_clips},${forecast.slice(1)}`;
}

/**
 * Returns the statement that reads one page and the row after it. A row's host and account are looked up by
 * key in lateral subqueries; with a plain join PostgreSQL would read all hosts instead of twenty.
 */
export function feedSql(query: Query, found: RawBuilder<unknown> | null): RawBuilder<FeedSqlRow> {
  const order = ORDERS[query.sort];
  const position = decodeCursor(query.cursor);
  const conditions = [
    sql`l.state = 'active'`,
    position ? order.behind(position) : null,
    ...feedConditions(query),
    found,
  ].filter((condition) => condition !== null);
  return sql<FeedSqlRow>`${found ? notPrepared : prepared} select l.id, l.card, ${order.value}::text as value,
      l.free_micros::text as free, p.username, p.avatar_media_id, h.median_hours_to_decide, h.approved_share,
      h.rejections, h.overturned, h.paid_share, v.source_media_id, v.has_poster, v.compares_clips, v.opens_in_studio, v.counted_views, v.counted_countries,
      l.category, f.paid_clips, f.typical_micros::text as typical, f.competing_clips, f.expected_micros::text as expected, coalesce(spend.week_micros, 0)::text as week, (
        select coalesce(sum(e.reserved_micros), 0)::text from clip_earnings e
        where e.listing_id = l.id and e.reserved_micros > 0) as reserved
    from (
      select l.id, l.host_id, l.card, l.category, l.current_version, l.rate_cents_per_mille, l.created_at,
        coalesce(a.balance_micros, 0) as free_micros
      from ${order.from}
      where ${sql.join(conditions, sql` and `)}
      order by ${order.by} limit ${sql.lit(PAGE_ROWS + 1)}) l
    left join lateral (
      select p.username, p.avatar_media_id from profiles p where p.user_id = l.host_id limit 1) p on true
    left join lateral (select * from host_stats h where h.host_id = l.host_id limit 1) h on true
    left join lateral (select * from listing_forecasts f where f.listing_id = l.id limit 1) f on true
    left join lateral (
      select spend.week_micros from listing_spend_rates spend where spend.listing_id = l.id limit 1) spend on true
    left join lateral (
      select v.source_media_id, m.has_poster, ${comparesClips('m')} as compares_clips, ${opensInStudio('m')} as opens_in_studio, v.counted_views, v.counted_countries
      from listing_versions v left join media_files m on m.id = v.source_media_id
      where v.listing_id = l.id and v.version = l.current_version limit 1) v on true
    order by ${order.ofPage}`;
}

/** Counts the active listings with these filters. The count is bounded, because no index has it. */
export async function countListings(db: Database, filters: ExploreFilters): Promise<ListingCount> {
  const found = await searchCondition(db, filters.search);
  const conditions = [sql`l.state = 'active'`, ...feedConditions(filters), ...(found ? [found] : [])];
  const { rows } = await sql<{ listings: number }>`
    select count(*)::int as listings from (
      select from ${byListing} where ${sql.join(conditions, sql` and `)}
      limit ${sql.lit(COUNTED_LISTINGS_MAX + 1)}) counted`.execute(db);
  const { listings } = rows[0]!;
  return { listings: Math.min(listings, COUNTED_LISTINGS_MAX), hasMore: listings > COUNTED_LISTINGS_MAX };
}
