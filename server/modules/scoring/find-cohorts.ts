import { type RawBuilder, sql } from 'kysely';
import { after, DAY } from '#server/infra/clock.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { networkOf } from './network-of.ts';

/**
 * Clips that were last counted before this period are left out, because they are already settled or decided.
 */
const LOOK_BACK = 14 * DAY;

/**
 * Compares clips that are being counted with each other and stores the findings. Returns the clips whose findings
 * changed and which therefore need a new score. Source of the signals: docs/verification.md.
 */
export async function findCohorts(tx: Tx | Database, now: Date): Promise<string[]> {
  const since = after(now, -LOOK_BACK);
  const { rows } = await sql<{ submission_id: string }>`
    with live as materialized (
      select submission_id, listing_id, clipper_id, platform, posted_at, views, likes, last_fetched_at from clip_tracking
      where last_fetched_at > ${since}
    ), found as materialized (
      (${sameness}) union all (${lockstep(since)}) union all (${sharedIdentity(since)}) union all (${capHugging})
    ), gone as (
      delete from clip_cohorts c using live l
      where l.submission_id = c.submission_id
        and not exists (select from found f where f.submission_id = c.submission_id and f.signal = c.signal)
      returning c.submission_id
    ), stored as (
      insert into clip_cohorts as c (submission_id, signal, others, other_clipper_ids, hits, total, value, found_at)
      select submission_id, signal, others, other_ids, hits, total, value, ${now} from found
      on conflict (submission_id, signal) do update set others = excluded.others, other_clipper_ids = excluded.other_clipper_ids,
        hits = excluded.hits, total = excluded.total, value = excluded.value, found_at = excluded.found_at
      where (c.others, c.other_clipper_ids, c.hits, c.total, round(c.value::numeric, 3))
        is distinct from (excluded.others, excluded.other_clipper_ids, excluded.hits, excluded.total, round(excluded.value::numeric, 3))
      returning submission_id
    )
    select submission_id from gone union select submission_id from stored order by 1`.execute(tx);
  return rows.map((row) => row.submission_id);
}

/**
 * `uniform_like_rates`: the spread of likes per view over at least five clips of one clipper, as a share of its
 * mean. The value is the upper bound of the spread after the variation that chance adds is subtracted.
 */
const sameness: RawBuilder<unknown> = sql`
  select l.submission_id, 'uniform_like_rates' as signal, 0 as others, '{}'::uuid[] as other_ids, alike.clips as hits, alike.clips as total, alike.spread as value
  from live l join (
    select clipper_id, platform, count(*)::int as clips,
      sqrt(greatest(0, var_samp(likes::float8 / views) / avg(likes::float8 / views) ^ 2 - avg(1.0 / likes)))
        * (1 + 1.28 / sqrt(2.0 * (count(*) - 1))) as spread
    from live where views >= 1000 and likes >= 100
    group by clipper_id, platform having count(*) >= 5
  ) alike using (clipper_id, platform)
  where alike.spread < 0.15 and l.views >= 1000 and l.likes >= 100`;

/**
 * `synchronized_growth`: hours in which a clip's pace becomes three times faster or slower than in the hour before,
 * compared with such hours of other clippers' clips on the listing. Excluded are a clip's first hours, in which
 * every pace changes, and hours in which a fifth of a platform's clips change, which is an effect of the platform's
 * counter.
 */
const lockstep = (since: Date): RawBuilder<unknown> => sql`
  select * from (
    with paces as (
      select l.submission_id, l.listing_id, l.clipper_id, l.platform, v.fetched_at, l.posted_at,
        v.views - lag(v.views) over w as gained,
        extract(epoch from v.fetched_at - lag(v.fetched_at) over w) / 3600 as hours
      from live l join view_snapshots v using (submission_id) where v.fetched_at > ${since}
      window w as (partition by v.submission_id order by v.fetched_at)
    ), steps as (
      select *, lag(gained) over w as before, lag(hours) over w as before_hours from paces
      window w as (partition by submission_id order by fetched_at)
    ), turns as materialized (
      select distinct submission_id, listing_id, clipper_id, platform, gained / hours > before / before_hours as up,
        floor(extract(epoch from fetched_at) / 3600)::bigint as hour
      from steps
      where hours between 0.4 and 1.6 and before_hours between 0.4 and 1.6 and greatest(gained, before) >= 30
        and greatest(gained / hours, before / before_hours) >= 3 * least(gained / hours, before / before_hours)
        and fetched_at > posted_at + interval '6 hours'
    ), common as (
      select platform, hour, up from turns group by platform, hour, up
      having count(distinct listing_id) >= 4
        and count(distinct submission_id) * 5 >= (select count(*) from live l where l.platform = turns.platform)
    ), own as materialized (
      select * from turns t where not exists (select from common c where (c.platform, c.hour, c.up) = (t.platform, t.hour, t.up))
    ), totals as (
      select submission_id, count(*)::int as turns from own group by submission_id
    ), pairs as (
      select a.submission_id, b.clipper_id, count(distinct (a.hour, a.up))::int as shared
      from own a
      join generate_series(-1, 1) as shift on true
      join own b on b.listing_id = a.listing_id and b.hour = a.hour + shift and b.up = a.up and b.clipper_id <> a.clipper_id
      join totals ta on ta.submission_id = a.submission_id
      join totals tb on tb.submission_id = b.submission_id
      group by a.submission_id, b.submission_id, b.clipper_id, ta.turns, tb.turns
      having count(distinct (a.hour, a.up)) >= 4 and count(distinct (a.hour, a.up)) * 2 >= greatest(ta.turns, tb.turns)
    )
    select p.submission_id, 'synchronized_growth' as signal, count(distinct p.clipper_id)::int as others,
      array_agg(distinct p.clipper_id) as other_ids, max(p.shared) as hits,
      t.turns as total, count(distinct p.clipper_id)::float8 as value
    from pairs p join totals t using (submission_id) group by p.submission_id, t.turns
  ) lockstep`;

/** `shared_identity`: other clippers of the listing with the same payout mailbox, or the same device in the same network. */
const sharedIdentity = (since: Date): RawBuilder<unknown> => sql`
  select submission_id, 'shared_identity' as signal, count(distinct other)::int as others,
    array_agg(distinct other) as other_ids, count(distinct other)::int as hits,
    count(distinct other)::int as total, max(strength)::float8 as value
  from (
    select l.submission_id, o.clipper_id as other, 1.0 as strength
    from live l
    join payout_addresses mine on mine.user_id = l.clipper_id
    join live o on o.listing_id = l.listing_id and o.clipper_id <> l.clipper_id
    join payout_addresses theirs on theirs.user_id = o.clipper_id and email_mark(theirs.email) = email_mark(mine.email)
    union all
    select l.submission_id, o.clipper_id, 0.3
    from live l
    join members m on m.account_id = l.clipper_id
    join sessions mine on mine.user_id = m.user_id and mine.updated_at > ${since}
    join live o on o.listing_id = l.listing_id and o.clipper_id <> l.clipper_id
    join members n on n.account_id = o.clipper_id
    join sessions theirs on theirs.user_id = n.user_id and theirs.updated_at > ${since}
      and theirs.user_agent = mine.user_agent
      and ${networkOf('theirs.ip_address')} = ${networkOf('mine.ip_address')}
  ) shared group by submission_id`;

/**
 * `stops_at_cap`: clips whose growth stops within 3% above the most views that a clip can be paid for. `hits`
 * is their number among the clips of a listing or clipper that reached at least half of those views. The
 * value is −log10 of the probability of so many hits (Chernoff's bound) if one clip of twenty stops there by
 * chance.
 */
const capHugging: RawBuilder<unknown> = sql`
  select * from (
    with ends as materialized (
      select l.submission_id, l.listing_id, l.clipper_id,
        l.views between capped.views and 1.03 * capped.views
          and l.views <= 1.02 * (select max(v.views) from view_snapshots v
            where v.submission_id = l.submission_id and v.fetched_at < l.last_fetched_at - interval '12 hours') as hugs
      from live l join submissions s on s.id = l.submission_id
      join listing_versions w on w.listing_id = s.listing_id and w.version = s.listing_version
      cross join lateral (select w.max_payout_micros / (w.rate_cents_per_mille * 10.0) as views) capped
      where w.max_payout_micros is not null and l.views >= 0.5 * capped.views
    ), sets as (
      select 'listing' as kind, listing_id as id, count(*)::int as n, count(*) filter (where hugs)::int as k,
        count(distinct clipper_id) filter (where hugs)::int - 1 as others from ends group by listing_id
      union all
      select 'clipper', clipper_id, count(*)::int, count(*) filter (where hugs)::int, 0 from ends group by clipper_id
    ), rated as (
      select *, (k * ln(k / (n * 0.05)) + case when k = n then 0 else (n - k) * ln((n - k) / (n * 0.95)) end) / ln(10.0) as value
      from sets where k >= 3 and k > 0.05 * n
    )
    select distinct on (e.submission_id) e.submission_id, 'stops_at_cap' as signal, r.others, '{}'::uuid[] as other_ids, r.k as hits, r.n as total,
      r.value::float8 as value
    from ends e join rated r on r.id = case r.kind when 'listing' then e.listing_id else e.clipper_id end
    where e.hugs order by e.submission_id, r.value desc
  ) capped`;
