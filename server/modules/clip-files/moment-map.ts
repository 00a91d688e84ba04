import { type RawBuilder, sql } from 'kysely';
import { MOMENTS_MAX, type MomentMap, type TakenMoments, type TakenSecond } from '#contract/clip-files.ts';
import { micros } from '#contract/money.ts';
import type { Database } from '#server/infra/transaction.ts';

interface Got {
  /** Null: of what is not located. */
  second: number | null;
  clips: number;
  approved: number;
  views: bigint;
  earned: bigint;
}

/**
 * What each second of a listing's current source got by clips that wait, were approved or were paid, and what those got that
 * show nothing of it as far as is known. A clip's views and money are split by how many milliseconds of each second it shows,
 * in whole views and micro-dollars (largest remainder, earlier seconds first), so that the map and what is not located add up
 * to the ledger.
 */
export async function momentMap(db: Database, listingId: string): Promise<MomentMap> {
  const { rows } = await sql<Got>`
    with clips as (
      select s.id, s.status = 'approved' as is_approved, t.views, coalesce(e.paid_micros, 0) as paid
      from submissions s
      join clip_tracking t on t.submission_id = s.id
      left join clip_earnings e on e.submission_id = s.id
      where s.listing_id = ${listingId} and (s.status in ('pending', 'approved') or e.paid_micros > 0)),
    shown as (
      select c.id, at.second, sum(least(g.source_to_ms, 1000 * (at.second + w.seconds)) - greatest(g.source_from_ms, 1000 * at.second)) as ms
      from clips c ${shownSeconds(listingId, sql`c.id`)}
      group by c.id, at.second),
    shares as (
      select c.*, h.second,
        div(c.views * h.ms, sum(h.ms) over clip) as some_views, mod(c.views * h.ms, sum(h.ms) over clip) as views_rest,
        div(c.paid * h.ms, sum(h.ms) over clip) as some_paid, mod(c.paid * h.ms, sum(h.ms) over clip) as paid_rest
      from clips c join shown h on h.id = c.id
      window clip as (partition by h.id)),
    parts as (
      select second, is_approved,
        some_views + (row_number() over (partition by id order by views_rest desc, second) <= views - sum(some_views) over clip)::int as views,
        some_paid + (row_number() over (partition by id order by paid_rest desc, second) <= paid - sum(some_paid) over clip)::int as paid
      from shares
      window clip as (partition by id)
      union all
      select null, is_approved, views, paid from clips where id not in (select id from shown))
    select second, count(*)::int as clips, (count(*) filter (where is_approved))::int as approved,
      sum(views)::bigint as views, sum(paid)::bigint as earned
    from parts group by second order by second`.execute(db);
  const widthSeconds = await momentWidth(db, listingId);
  const located = rows.filter(({ second }) => second !== null);
  const rest = rows.find(({ second }) => second === null);
  return {
    widthSeconds,
    seconds: located.map((row) => ({ second: row.second!, ...gotten(row) })),
    notLocated: gotten(rest ?? { clips: 0, approved: 0, views: 0n, earned: 0n }),
  };
}

const gotten = ({ clips, approved, views, earned }: Omit<Got, 'second'>) => ({
  clips,
  approved,
  views: Number(views),
  earnedMicros: micros(earned),
});

/** Which seconds of a listing's current source clips show that wait or were approved, in order. */
export async function takenSeconds(db: Database, listingId: string): Promise<TakenMoments> {
  const { rows } = await sql<TakenSecond>`
    select at.second, count(distinct s.id)::int as clips,
      (count(distinct s.id) filter (where s.status = 'approved'))::int as approved
    from submissions s ${shownSeconds(listingId, sql`s.id`)}
    where s.listing_id = ${listingId} and s.status in ('pending', 'approved')
    group by at.second order by at.second`.execute(db);
  return { widthSeconds: await momentWidth(db, listingId), seconds: rows };
}

/**
 * Joins each stretch of the listing's current source that a part `g` of a clip shows, by its first second `at.second`; a
 * stretch has `w.seconds`, so that no source has more than MOMENTS_MAX.
 */
const shownSeconds = (listingId: string, clip: RawBuilder<unknown>) => sql`
  join listings l on l.id = ${listingId}
  join listing_versions v on v.listing_id = l.id and v.version = l.current_version
  join media_files m on m.id = v.source_media_id
  cross join lateral (select ${widthOf(sql`m.duration_ms`)} as seconds) as w
  join clip_segments g on g.submission_id = ${clip} and g.source_media_id = v.source_media_id
  cross join lateral (
    select w.seconds * step as second
    from generate_series(g.source_from_ms / (1000 * w.seconds), (g.source_to_ms - 1) / (1000 * w.seconds)) as step) as at`;

const widthOf = (durationMs: RawBuilder<unknown>) =>
  sql`greatest(1, ceil(coalesce(${durationMs}, 0) / (1000.0 * ${MOMENTS_MAX})))::int`;

/** How many seconds a row of both stands for. */
async function momentWidth(db: Database, listingId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ${widthOf(sql`m.duration_ms`)} as seconds from listings l
    join listing_versions v on v.listing_id = l.id and v.version = l.current_version
    left join media_files m on m.id = v.source_media_id
    where l.id = ${listingId}`.execute(db);
  return rows[0]?.seconds ?? 1;
}
