import { sql } from 'kysely';
import { HOUR } from '#server/infra/clock.ts';
import type { DueWork } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Keeps how fast and how each host decides, so that the feed need not compute it for every row: once an hour, for hosts
 * with decisions in the last 90 days.
 */
export function hostCards(db: Database): DueWork {
  let computedAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'host cards',
    async run(now) {
      if (now.getTime() - computedAt < HOUR) return;
      await refreshHostCards(db, now);
      computedAt = now.getTime();
    },
  };
}

export async function refreshHostCards(db: Database, now: Date): Promise<void> {
  await sql`
    insert into host_cards as known (host_id, median_hours_to_decide, approved_share, rejections, overturned, computed_at)
    select l.host_id,
      percentile_cont(0.5) within group (order by extract(epoch from s.decided_at - s.submitted_at)::float8 / 3600)
        filter (where s.decision_by = l.host_id or s.approved_how = 'host' or s.status = 'rejected'),
      avg((s.status = 'approved')::int)::float8,
      count(*) filter (where s.decision_by = l.host_id and (s.status = 'rejected' or s.approved_how = 'appeal')),
      count(*) filter (where s.decision_by = l.host_id and s.approved_how = 'appeal'),
      ${now}
    from submissions s join listings l on l.id = s.listing_id
    where s.status in ('approved', 'rejected')
      and s.decided_at > ${now}::timestamptz - interval '90 days' and s.decided_at <= ${now}
    group by l.host_id
    on conflict (host_id) do update set
      median_hours_to_decide = excluded.median_hours_to_decide,
      approved_share = excluded.approved_share,
      rejections = excluded.rejections,
      overturned = excluded.overturned,
      computed_at = excluded.computed_at`.execute(db);
}
