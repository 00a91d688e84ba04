import { sql } from 'kysely';
import { CARD_DAYS, CARD_DECISIONS_MIN } from '#contract/limits.ts';
import { HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Refreshes how each host decides and pays, once an hour in one statement for all hosts, so that no page
 * computes it.
 */
export function hostStats(db: Database): Job {
  let computedAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'listings.host-stats',
    async run(now) {
      if (now.getTime() - computedAt < HOUR) return;
      await refreshHostStats(db, now);
      computedAt = now.getTime();
    },
  };
}

const enough = sql`count(*) >= ${sql.lit(CARD_DECISIONS_MIN)}`;

/** SQL: somebody decided on clip s for its host, neither an admin nor the end of the time to decide. */
const byHost = sql`(s.decision_by is not null
  and not exists (select from users d where d.id = s.decision_by and d.role = 'admin'))`;

/** SQL: recent decisions on the clips of each host. A host with too few decisions has no median and no share. */
const decisions = (since: Date, now: Date) => sql`
  select l.host_id,
    case when ${enough} then percentile_cont(0.5) within group (
        order by extract(epoch from s.decided_at - s.submitted_at)::float8 / 3600)
      filter (where ${byHost} or s.approved_how = 'host' or s.status = 'rejected') end as median,
    case when ${enough} then avg((s.status = 'approved')::int)::float8 end as approved,
    count(*) filter (where ${byHost} and (s.status = 'rejected' or s.approved_how = 'appeal')) as rejections,
    count(*) filter (where ${byHost} and s.approved_how = 'appeal') as overturned
  from submissions s join listings l on l.id = s.listing_id
  where s.status in ('approved', 'rejected') and s.decided_at > ${since}::timestamptz and s.decided_at <= ${now}
  group by l.host_id`;

/** SQL: a host's reject reasons, without overturned rejections. */
const reasons = (since: Date, now: Date) => sql`
  select host_id, jsonb_object_agg(reject_reason, clips) as by_reason from (
    select l.host_id, s.reject_reason, count(*) as clips
    from submissions s join listings l on l.id = s.listing_id
    where s.status = 'rejected' and ${byHost} and s.reject_reason is not null
      and s.decided_at > ${since}::timestamptz and s.decided_at <= ${now}
    group by l.host_id, s.reject_reason) r
  group by host_id`;

/** SQL: the share of the budget that clips earned, over listings that have ended or have run long enough. */
const budgets = (now: Date) => sql`
  select l.host_id, (coalesce(sum(e.paid), 0) / nullif(sum(l.funded_micros), 0))::float8 as share
  from listings l
  left join lateral (
    select sum(paid_micros) as paid from clip_earnings where listing_id = l.id) e on true
  where l.state in ('ended', 'settled')
    or l.state <> 'removed' and l.created_at <= ${now}::timestamptz - interval '14 days'
  group by l.host_id`;

/** SQL: holds on the host's clips that the clippers appealed, with the results. */
const holds = (since: Date, now: Date) => sql`
  select l.host_id, count(*) as appealed, count(*) filter (where a.state = 'overturned') as overturned
  from appeals a join listings l on l.id = a.listing_id
  where a.fraud_hold_id is not null and a.state in ('overturned', 'dismissed')
    and a.decided_at > ${since}::timestamptz and a.decided_at <= ${now}
  group by l.host_id`;

export async function refreshHostStats(db: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - CARD_DAYS * 24 * HOUR);
  await sql`
    with decided as (${decisions(since, now)}), reasoned as (${reasons(since, now)}),
      funded as (${budgets(now)}), held as (${holds(since, now)})
    insert into host_stats as known (host_id, median_hours_to_decide, approved_share, rejections, overturned,
      reject_reasons, paid_share, fraud_holds_appealed, fraud_holds_overturned, computed_at)
    select h.host_id, d.median, d.approved, coalesce(d.rejections, 0), coalesce(d.overturned, 0),
      coalesce(r.by_reason, '{}'), f.share, coalesce(o.appealed, 0), coalesce(o.overturned, 0), ${now}
    from (select distinct host_id from listings) h
    left join decided d using (host_id)
    left join reasoned r using (host_id)
    left join funded f using (host_id)
    left join held o using (host_id)
    on conflict (host_id) do update set
      median_hours_to_decide = excluded.median_hours_to_decide,
      approved_share = excluded.approved_share,
      rejections = excluded.rejections,
      overturned = excluded.overturned,
      reject_reasons = excluded.reject_reasons,
      paid_share = excluded.paid_share,
      fraud_holds_appealed = excluded.fraud_holds_appealed,
      fraud_holds_overturned = excluded.fraud_holds_overturned,
      computed_at = excluded.computed_at`.execute(db);
}
