import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { EXPOSURE_DAYS } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { limits, peopleOf } from './people.ts';
import { placeOf, provenViews } from './proven-views.ts';

/** SQL: at most so many of clip `t`'s views earn, are not proven, and nobody saw how they arrived. */
const unseenViews = sql`case when t.proven_views >= t.unseen_views then 0
  else ${placeOf(sql`t.unseen_views`)} - ${placeOf(sql`t.proven_views`)} end`;

/**
 * SQL rows (clipper_id, submission_id, entry_id, waiting_micros): the part of each released accrual of these
 * clippers that waits for proof. The views of a clip that are not proven are its last ones, and payouts took
 * its proven money first. Within a person's limit the accruals released first may leave. Money for views from
 * before the first reading may not, and neither may money for which no audit was drawn yet.
 * @param elsewhere SQL rows (submission_id, entry_id, waiting_micros) of accruals that wait for another reason: what
 * can't leave takes no room of the limit
 */
export const unprovenAccruals = (
  clipperIds: readonly AccountId[],
  now: Date,
  elsewhere: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  with people as materialized (
    ${peopleOf(clipperIds)}
  ), clips as materialized (
    select e.submission_id, e.clipper_id, a.available, paid.unproven as paid_unproven,
      (r.views - r.proven) * e.rate_micros_per_view - paid.unproven as unproven,
      ${unseenViews} * e.rate_micros_per_view as unseen,
      case when t.count_level = 'platform'
        then greatest(r.views * e.rate_micros_per_view - coalesce(d.drawn_micros, 0), 0) else 0 end as undrawn,
      t.state = 'polling' or t.last_fetched_at > ${after(now, -EXPOSURE_DAYS * DAY)} or exists (
        select from payout_accruals k where k.submission_id = e.submission_id and k.freed_at is null
          and k.linked_at > ${after(now, -EXPOSURE_DAYS * DAY)}) as is_recent
    from (select distinct member_id from people) m
    join clip_earnings e on e.clipper_id = m.member_id
    join clip_tracking t on t.submission_id = e.submission_id
    left join audit_draws d on d.submission_id = e.submission_id
    cross join lateral (
      select o.views, least(${provenViews}, o.views) as proven from (
        select coalesce((select min(p.views_from) from accruals p
          where p.submission_id = e.submission_id and p.state = 'pending'), e.paid_views) as views) o
    ) r
    cross join lateral (
      select coalesce(sum(l.available_micros), 0)::bigint as available from accruals l
      where l.submission_id = e.submission_id and l.state = 'released' and l.available_micros > 0
    ) a
    cross join lateral (
      select greatest((r.views - r.proven) * e.rate_micros_per_view - a.available, 0) as unproven
    ) paid
    where r.views > r.proven
  ), rooms as (
    select p.clipper_id, min(p.member_id::text) as person, min(l.audit_percent) as audit_percent,
      greatest(min(l.limit_micros) - coalesce(sum(c.paid_unproven) filter (where c.is_recent), 0), 0) as room
    from people p
    join (${limits(now)}) l on l.clipper_id = p.clipper_id
    left join clips c on c.clipper_id = p.member_id
    group by p.clipper_id
  ), laid as (
    select a.clipper_id, a.submission_id, a.entry_id, a.released_at, a.views_from, r.person, r.room, a.available_micros,
      c.unproven as of_clip, greatest(c.unseen, case when r.audit_percent > 0 then c.undrawn else 0 end) as never,
      (sum(a.available_micros) over (
        partition by a.submission_id order by a.views_from desc, a.entry_id))::bigint - a.available_micros as newer
    from clips c
    join rooms r on r.clipper_id = c.clipper_id
    join accruals a on a.submission_id = c.submission_id and a.state = 'released' and a.available_micros > 0
    where c.unproven > 0 and c.clipper_id = any(${clipperIds}::uuid[])
  ), parts as (
    select laid.*, least(available_micros, greatest(of_clip - newer, 0)) as unproven,
      greatest(least(available_micros, greatest(least(of_clip, never) - newer, 0)),
        least(available_micros, greatest(of_clip - newer, 0), coalesce(w.waiting_micros, 0))) as always
    from laid left join (${elsewhere}) w on w.submission_id = laid.submission_id and w.entry_id = laid.entry_id
  ), queued as (
    select parts.*, sum(unproven - always) over (
      partition by person order by released_at, submission_id, views_from, entry_id)::bigint as upto
    from parts where unproven > 0
  )
  select clipper_id, submission_id, entry_id,
    (always + least(unproven - always, greatest(upto - room, 0)))::bigint as waiting_micros
  from queued)`;
