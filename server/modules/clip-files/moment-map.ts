import { type RawBuilder, sql } from 'kysely';
import {
  MOMENTS_MAX,
  type MomentMap,
  type TakenMoments,
  type TakenSecond,
} from '#contract/clips/clip-files.ts';
import { micros } from '#contract/money.ts';
import type { Database } from '#server/infra/transaction.ts';

interface Got {
  /** Null for the row of all amounts that belong to no second. */
  second: number | null;
  clips: number;
  approved: number;
  views: bigint;
  earned: bigint;
}

/**
 * Returns for each second of the listing's current source how many clips show it, and the views and money of
 * pending, approved or paid clips. One more row has the amounts of clips that, as far as known, show nothing
 * of the source. A clip's views and money are spread evenly over the milliseconds that it shows. The totals
 * of a second are rounded to whole views and micro-dollars (largest remainder, earlier seconds first), so
 * that all rows add up to the ledger.
 *
 * Each part of a clip is read as two edges, its beginning and its end, and running sums of the edges give
 * every second. So the cost grows with the number of parts, not with the seconds that they show.
 */
export async function momentMap(db: Database, listingId: string): Promise<MomentMap> {
  const { rows } = await sql<Got>`
    with clips as materialized (
      select s.id, s.status = 'approved' as is_approved, t.views, coalesce(e.paid_micros, 0) as paid
      from submissions s
      join clip_tracking t on t.submission_id = s.id
      left join clip_earnings e on e.submission_id = s.id
      where s.listing_id = ${listingId} and (s.status in ('pending', 'approved') or e.paid_micros > 0)),
    ${shownParts(listingId)},
    lengths as (select id, sum(to_ms - from_ms) as ms from parts group by id),
    rates as materialized (
      select l.id, c.views::${FINE} / l.ms as views, c.paid::${FINE} / l.ms as paid
      from lengths l join clips c on c.id = l.id),
    edges as (
      select edge.ms / (1000 * p.width) as stretch, sum(edge.sign * r.views) as views, sum(edge.sign * r.paid) as paid,
        sum(edge.sign * r.views * edge.ms) as views_from, sum(edge.sign * r.paid * edge.ms) as paid_from
      from parts p join rates r on r.id = p.id
      cross join lateral (values (p.from_ms, 1), (p.to_ms, -1)) as edge (ms, sign)
      group by 1),
    -- Amounts of all parts from the beginning of the source to the end of a stretch.
    upto as (
      select n.stretch,
        1000 * w.width * (n.stretch + 1) * sum(coalesce(views, 0)) over so_far - sum(coalesce(views_from, 0)) over so_far as views,
        1000 * w.width * (n.stretch + 1) * sum(coalesce(paid, 0)) over so_far - sum(coalesce(paid_from, 0)) over so_far as paid
      from (select max(width) as width, max(to_ms) as end_ms from parts) as w
      cross join lateral generate_series(0, w.end_ms / (1000 * w.width)) as n (stretch)
      left join edges e on e.stretch = n.stretch
      window so_far as (order by n.stretch)),
    exact as (
      select stretch, round(views - lag(views, 1, 0::numeric) over (order by stretch), ${EXACT_DIGITS}) as views,
        round(paid - lag(paid, 1, 0::numeric) over (order by stretch), ${EXACT_DIGITS}) as paid
      from upto),
    ${shownCounts},
    located as (
      select sum(c.views)::bigint as views, sum(c.paid)::bigint as paid from lengths l join clips c on c.id = l.id),
    rounded as (
      select n.stretch, n.clips, n.approved, floor(x.views) as views, floor(x.paid) as paid,
        row_number() over (order by x.views - floor(x.views) desc, n.stretch) as views_place,
        row_number() over (order by x.paid - floor(x.paid) desc, n.stretch) as paid_place
      from counts n join exact x on x.stretch = n.stretch)
    select r.stretch * (select max(width) from parts) as second, r.clips, r.approved,
      (r.views + (r.views_place <= l.views - sum(r.views) over ())::int)::bigint as views,
      (r.paid + (r.paid_place <= l.paid - sum(r.paid) over ())::int)::bigint as earned
    from rounded r, located l
    union all
    select null, count(*)::int, (count(*) filter (where c.is_approved))::int,
      coalesce(sum(c.views), 0)::bigint, coalesce(sum(c.paid), 0)::bigint
    from clips c left join lengths l on l.id = c.id where l.id is null
    order by second`.execute(db);
  return {
    widthSeconds: await momentWidth(db, listingId),
    seconds: rows
      .filter(({ second }) => second !== null)
      .map((row) => ({ second: row.second!, ...gotten(row) })),
    notLocated: gotten(rows.at(-1)!),
  };
}

/**
 * SQL type of a clip's amount per millisecond. PostgreSQL gives a quotient at least as many digits as its
 * dividend has.
 */
const FINE = sql`numeric(44, 24)`;
/** The totals of seconds are rounded to this many decimal places, so that equal amounts compare as equal. */
const EXACT_DIGITS = 12;

const gotten = ({ clips, approved, views, earned }: Omit<Got, 'second'>) => ({
  clips,
  approved,
  views: Number(views),
  earnedMicros: micros(earned),
});

/** Returns the seconds of the listing's current source that pending or approved clips show, in order. */
export async function takenSeconds(db: Database, listingId: string): Promise<TakenMoments> {
  const { rows } = await sql<TakenSecond>`
    with clips as materialized (
      select id, status = 'approved' as is_approved from submissions
      where listing_id = ${listingId} and status in ('pending', 'approved')),
    ${shownParts(listingId)},
    ${shownCounts}
    select stretch * (select max(width) from parts) as second, clips, approved
    from counts order by stretch`.execute(db);
  return { widthSeconds: await momentWidth(db, listingId), seconds: rows };
}

/** Returns the seconds of the listing's current source that paid clips of at least so many clippers show. */
export async function secondsOfClippers(db: Database, listingId: string, least: number): Promise<number[]> {
  const { rows } = await sql<{ second: number }>`
    with clips as materialized (
      select s.id, s.clipper_id, true as is_approved from submissions s
      join clip_earnings e on e.submission_id = s.id
      where s.listing_id = ${listingId} and s.status = 'approved' and e.paid_micros > 0),
    ${shownParts(listingId, sql`c.clipper_id`)},
    ${shownCounts}
    select stretch * (select max(width) from parts) as second
    from counts where clips >= ${least} order by stretch`.execute(db);
  return rows.map(({ second }) => second);
}

/**
 * CTE of the parts of `clips` in the listing's current source, with the number of seconds (`width`) of each
 * stretch. The source is divided into at most MOMENTS_MAX stretches. `counted` is the id that counts once per
 * stretch: by default the clip.
 */
const shownParts = (listingId: string, counted = sql`c.id`) => sql`
  parts as materialized (
    select ${counted} as id, c.is_approved, g.source_from_ms as from_ms, g.source_to_ms as to_ms, ${widthOf(sql`m.duration_ms`)} as width
    from listings l
    join listing_versions v on v.listing_id = l.id and v.version = l.current_version
    join media_files m on m.id = v.source_media_id
    join clip_segments g on g.source_media_id = m.id
    join clips c on c.id = g.submission_id
    where l.id = ${listingId})`;

/** CTE of the number of clips that show each stretch. A clip that shows a stretch twice counts once. */
const shownCounts = sql`
  shown as (
    select is_approved, unnest(range_agg(int4range(from_ms / (1000 * width), (to_ms - 1) / (1000 * width) + 1))) as stretches
    from parts group by id, is_approved),
  counts as (
    select stretch, clips, approved from (
      select n.stretch, (sum(e.clips) over so_far)::int as clips, (sum(e.approved) over so_far)::int as approved
      from (select max(upper(stretches)) as most from shown) as w
      cross join lateral generate_series(0, w.most - 1) as n (stretch)
      left join (
        select edge.stretch, sum(edge.sign) as clips, sum(edge.sign * is_approved::int) as approved
        from shown cross join lateral (values (lower(stretches), 1), (upper(stretches), -1)) as edge (stretch, sign)
        group by edge.stretch) as e on e.stretch = n.stretch
      window so_far as (order by n.stretch)) as running
    where clips > 0)`;

const widthOf = (durationMs: RawBuilder<unknown>) =>
  sql`greatest(1, ceil(coalesce(${durationMs}, 0) / (1000.0 * ${MOMENTS_MAX})))::int`;

/** Returns the number of seconds that one row of either map covers. */
async function momentWidth(db: Database, listingId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ${widthOf(sql`m.duration_ms`)} as seconds from listings l
    join listing_versions v on v.listing_id = l.id and v.version = l.current_version
    left join media_files m on m.id = v.source_media_id
    where l.id = ${listingId}`.execute(db);
  return rows[0]?.seconds ?? 1;
}
