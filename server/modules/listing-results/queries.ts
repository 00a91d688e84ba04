import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { posterPath } from '#contract/clips/posters.ts';
import {
  type HostListingResults,
  type ListingResults,
  RESULT_DAYS,
  RESULT_ROWS,
  type ResultClip,
  type ResultDay,
  type ResultFigures,
} from '#contract/listing-results/listing-results.ts';
import { effectiveCents } from '#contract/listings/effective-cents.ts';
import type { Micros } from '#contract/money.ts';
import type { Platform } from '#contract/wire/primitives.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { hostListings } from '#server/modules/listings/listings.ts';
import { posterColumn } from '#server/modules/submissions/submissions.ts';

/**
 * Returns the results of these listings of a host, in the order of the ids, by which pages number them. Listings
 * of others are left out. All figures are from the same moment, so that they add up.
 */
export async function readHostResults(
  db: Database,
  hostId: AccountId,
  ids: readonly string[],
  now: Date,
): Promise<HostListingResults[]> {
  return await snapshot(db, async (tx) => {
    const { rows } = await hostListings(tx, hostId, { ids });
    const found: HostListingResults[] = [];
    for (const listing of rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))
      found.push({ listing, results: await readResults(tx, listing.id, now) });
    return found;
  });
}

/** Reads several statements at one moment. */
export const snapshot = <Read>(db: Database, read: (tx: Tx) => Promise<Read>): Promise<Read> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

/** Reads the results of one listing. The caller's transaction is a `snapshot`. */
export async function readResults(tx: Tx, listingId: string, now: Date): Promise<ListingResults> {
  const parts = await partsOf(tx, listingId);
  const of = <Part extends PartRow['part']>(part: Part) =>
    parts.filter((row): row is PartRow & { part: Part } => row.part === part);
  const [all] = of('all');
  const totals = figuresOf(all!);
  return {
    listingId,
    totals,
    costCentsPerMille: effectiveCents(totals.spentMicros, totals.views),
    bestClips: await bestClips(tx, listingId),
    clippers: of('clipper').map((row) => ({ username: row.username, ...figuresOf(row) })),
    clipperCount: all!.clippers,
    platforms: of('platform').map((row) => ({ platform: row.platform!, ...figuresOf(row) })),
    hours: of('hour').map((row) => ({ hour: row.hour!, ...figuresOf(row) })),
    days: await daysOf(tx, listingId, now),
    clipEarnings: { expectedMicros: all!.expectedMicros, medianMicros: all!.medianMicros },
  };
}

interface PartRow extends ResultFigures {
  part: 'all' | 'platform' | 'hour' | 'clipper';
  platform: Platform | null;
  hour: number | null;
  username: string | null;
  clippers: number;
  expectedMicros: Micros | null;
  medianMicros: Micros | null;
}

const figuresOf = ({ clips, views, paidViews, spentMicros }: ResultFigures): ResultFigures => ({
  clips,
  views,
  paidViews,
  spentMicros,
});

/**
 * Sums over the approved clips: of all, by platform, by hour of posting, and by clipper. The median is the
 * one that Explore shows, as long as Explore shows the listing.
 */
async function partsOf(tx: Tx, listingId: string): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    with clips as (
      select s.platform, extract(hour from s.posted_at at time zone 'UTC')::int as hour, s.clipper_id,
        coalesce(t.views, 0) as views, coalesce(e.paid_views, 0) as paid_views, coalesce(e.paid_micros, 0) as paid_micros
      from submissions s
      left join clip_tracking t on t.submission_id = s.id
      left join clip_earnings e on e.submission_id = s.id
      where s.listing_id = ${listingId} and s.status = 'approved'
    ), parts as (
      select case when grouping(platform) = 0 then 'platform' when grouping(hour) = 0 then 'hour'
          when grouping(clipper_id) = 0 then 'clipper' else 'all' end as part,
        platform, hour, clipper_id, count(*)::int as clips, count(distinct clipper_id)::int as clippers,
        coalesce(sum(views), 0)::float8 as views, coalesce(sum(paid_views), 0)::float8 as paid_views,
        coalesce(sum(paid_micros), 0)::bigint as spent,
        (percentile_disc(0.5) within group (order by paid_micros) filter (where paid_micros > 0))::bigint as median
      from clips group by grouping sets ((), (platform), (hour), (clipper_id))
    ), ranked as (
      select parts.*, row_number() over (partition by part order by paid_views desc, views desc, clipper_id) as rank
      from parts
    )
    select r.part, r.platform, r.hour, p.username, r.clips, r.clippers, r.views, r.paid_views as "paidViews",
      r.spent as "spentMicros", f.expected_micros as "expectedMicros", coalesce(f.typical_micros, r.median) as "medianMicros"
    from ranked r
    left join profiles p on p.user_id = r.clipper_id
    left join listing_forecasts f on f.listing_id = ${listingId} and r.part = 'all'
    where r.part <> 'clipper' or r.rank <= ${RESULT_ROWS}
    order by r.part, r.hour, r.rank`.execute(tx);
  return rows;
}

type ClipRow = Omit<ResultClip, 'posterUrl'> & { poster_media_id: string | null };

async function bestClips(tx: Tx, listingId: string): Promise<ResultClip[]> {
  const { rows } = await sql<ClipRow>`
    select s.id, s.caption, s.url, s.platform, p.username as "clipperUsername", ${posterColumn}, s.posted_at as "postedAt",
      coalesce(t.views, 0)::float8 as views, coalesce(e.paid_views, 0)::float8 as "paidViews",
      coalesce(e.paid_micros, 0)::bigint as "spentMicros"
    from submissions s
    left join clip_tracking t on t.submission_id = s.id
    left join clip_earnings e on e.submission_id = s.id
    left join profiles p on p.user_id = s.clipper_id
    where s.listing_id = ${listingId} and s.status = 'approved'
    order by coalesce(e.paid_views, 0) desc, coalesce(t.views, 0) desc, s.id
    limit ${RESULT_ROWS}`.execute(tx);
  return rows.map(({ poster_media_id, ...row }) => ({
    ...row,
    posterUrl: poster_media_id && posterPath(poster_media_id),
  }));
}

/** The forecast of a day is the mean of this many days before it. */
const FORECAST_DAYS = 7;

/**
 * Paid views and spend of each day (UTC) from the day of posting, or of the last weeks, to today or the day of
 * the settlement. The forecast of a day uses only the days before it.
 */
async function daysOf(tx: Tx, listingId: string, now: Date): Promise<ResultDay[]> {
  const today = now.toISOString().slice(0, 10);
  const { rows } = await sql<ResultDay>`
    with span as (
      select (created_at at time zone 'UTC')::date as first,
        least(${today}::date, (coalesce(settled_at, removed_at) at time zone 'UTC')::date) as last
      from listings where id = ${listingId}
    ), paid as (
      select (a.accrued_at at time zone 'UTC')::date as day, sum(a.views_to - a.views_from) as views,
        sum(a.amount_micros) as amount
      from clip_earnings e join accruals a on a.submission_id = e.submission_id
      where e.listing_id = ${listingId} and a.state <> 'reversed'
        and a.accrued_at >= ((select last from span) - ${RESULT_DAYS + FORECAST_DAYS}::int)::timestamp at time zone 'UTC'
      group by 1
    ), days as (
      select d.day::date as day, coalesce(paid.views, 0) as views, coalesce(paid.amount, 0) as amount,
        div(avg(coalesce(paid.amount, 0)) over (order by d.day rows between ${sql.lit(FORECAST_DAYS)} preceding and 1 preceding), 1) as forecast
      from span cross join generate_series(span.first, span.last, interval '1 day') as d (day)
      left join paid on paid.day = d.day::date
    )
    select day::text, views::float8 as "paidViews", amount::bigint as "spentMicros", forecast::bigint as "forecastMicros"
    from days order by days.day desc limit ${RESULT_DAYS}`.execute(tx);
  return rows.toReversed();
}
