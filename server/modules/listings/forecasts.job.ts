import { type RawBuilder, sql } from 'kysely';
import { FORECAST } from '#contract/limits.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';

/**
 * Refreshes what clips earned on each open listing and what a new one can expect, once an hour in one
 * statement, because medians are too expensive for each row of the feed.
 */
export function forecasts(db: Database): Job {
  let computedAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'listings.forecasts',
    async run(now) {
      if (now.getTime() - computedAt < HOUR) return;
      await transact(db, (tx) => refreshForecasts(tx, now));
      computedAt = now.getTime();
    },
  };
}

/** SQL: the views of the median paid clip of all listings. */
const medianViews = (now: Date): RawBuilder<unknown> => sql`
  select coalesce(percentile_disc(0.5) within group (order by e.paid_views), ${FORECAST.views}::bigint) as views
  from clip_earnings e where e.paid_views > 0 and e.approved_at > ${after(now, -FORECAST.days * DAY)}`;

/** SQL: what clips earned on each listing, and how many clips still want a part of its budget. */
const clips = sql`
  select s.listing_id, count(*) filter (where e.paid_micros > 0) as paid,
    percentile_disc(0.5) within group (order by e.paid_micros) filter (where e.paid_micros > 0) as typical,
    count(*) filter (where s.status = 'pending' or coalesce(e.state, 'accruing') = 'accruing')
      as competing
  from submissions s left join clip_earnings e on e.submission_id = s.id
  where s.status in ('pending', 'approved')
  group by s.listing_id`;

/**
 * Writes the forecasts of all open listings, and deletes those of others. A typical clip earns the median of the
 * listing's paid clips, mixed with what the median clip of all listings would earn here: that clip counts as
 * `FORECAST.priorClips` clips, so that one lucky clip does not lead the feed.
 */
export async function refreshForecasts(tx: Tx, now: Date): Promise<void> {
  const prior = sql.lit(FORECAST.priorClips);
  await sql`
    with median as (${medianViews(now)}), clips as (${clips}), open as (
      select l.id, coalesce(c.paid, 0) as paid, c.typical, coalesce(c.competing, 0) as competing,
        greatest(coalesce(a.balance_micros, 0), 0) as free,
        case when m.views < l.min_views then 0
          else least(m.views * l.rate_cents_per_mille * 10, l.max_payout_micros) end as elsewhere
      from listings l cross join median m
      left join clips c on c.listing_id = l.id
      left join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
      where l.state in ('active', 'paused'))
    insert into listing_forecasts as known
      (listing_id, paid_clips, typical_micros, competing_clips, expected_micros, computed_at)
    select id, paid, typical, competing,
      least(div(coalesce(paid * typical, 0) + ${prior} * elsewhere, paid + ${prior}), div(free, competing + 1))::bigint, ${now}
    from open
    on conflict (listing_id) do update set
      paid_clips = excluded.paid_clips,
      typical_micros = excluded.typical_micros,
      competing_clips = excluded.competing_clips,
      expected_micros = excluded.expected_micros,
      computed_at = excluded.computed_at`.execute(tx);
  await sql`
    delete from listing_forecasts f using listings l
    where l.id = f.listing_id and l.state not in ('active', 'paused')`.execute(tx);
}
