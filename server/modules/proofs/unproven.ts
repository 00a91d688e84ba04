import { type RawBuilder, sql } from 'kysely';
import { EXPOSURE_DAYS, FRAUD_RECORD_DAYS, PROVEN_CLIP_VIEWS } from '#contract/limits.ts';
import { type Micros, micros } from '#contract/money.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/** The largest bigint, for "no limit". */
const NO_LIMIT = sql.raw(String(2n ** 63n - 1n));

/**
 * SQL rows (clipper_id, member_id): the people who count as one person with each of these clippers. An
 * undecided or upheld cohort is one person.
 */
const peopleOf = (clipperIds: readonly string[]): RawBuilder<unknown> => sql`
  select p.clipper_id, g.member_id
  from unnest(${clipperIds}::uuid[]) as p (clipper_id)
  cross join lateral (
    select p.clipper_id as member_id
    union
    select o.clipper_id from cohort_members m
    join cohorts c on c.id = m.cohort_id and c.state <> 'cleared'
    join cohort_members o on o.cohort_id = m.cohort_id
    where m.clipper_id = p.clipper_id
  ) g`;

/**
 * Returns these clippers and everybody who counts as one person with them. A caller that pays any of them
 * must lock the balances of all of them first.
 */
export async function findPeople(db: Database | Tx, clipperIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select distinct member_id from (${peopleOf(clipperIds)}) p order by member_id`.execute(db);
  return rows.map(({ member_id }) => member_id);
}

/**
 * SQL: the number of clip `t`'s views that earn and are proven. Excluded views may be anywhere, so all of them
 * are subtracted.
 */
const provenViews = sql`greatest(
  case when t.by_figures then counted_place(t.submission_id, t.proven_views) else t.proven_views end - t.excluded_views, 0)`;

/**
 * SQL rows (clipper_id, limit_micros): the amount that may be paid out to a person for views that are not
 * proven. After views of theirs were excluded it is 0, unless the operator set no limit at all.
 */
const limits = (now: Date): RawBuilder<unknown> => sql`
  select r.clipper_id, case
    when not r.has_fraud then coalesce((select coalesce(limit_micros, ${NO_LIMIT}) from proof_tiers
      where proven_clips <= r.proven_clips order by proven_clips desc limit 1), 0)
    when exists (select from proof_tiers where proven_clips = 0 and limit_micros is null) then ${NO_LIMIT}
    else 0 end as limit_micros
  from (
    select p.clipper_id,
      count(*) filter (where least(t.views, t.proven_views) >= ${PROVEN_CLIP_VIEWS} and t.excluded_views = 0) as proven_clips,
      coalesce(bool_or(exists (select from fraud_holds h where h.submission_id = e.submission_id and h.state = 'upheld'
        and h.decided_at > ${after(now, -FRAUD_RECORD_DAYS * DAY)})), false) as has_fraud
    from people p
    left join clip_earnings e on e.clipper_id = p.member_id
    left join clip_tracking t on t.submission_id = e.submission_id
    group by p.clipper_id
  ) r`;

/**
 * SQL rows (clipper_id, submission_id, entry_id, waiting_micros): the part of each released accrual of these
 * clippers that waits for proof. The views of a clip that are not proven are its last ones, and payouts took
 * its proven money first. Within a person's limit the accruals released first may leave; money for views from
 * before the first reading may not.
 */
export const unprovenAccruals = (clipperIds: readonly string[], now: Date): RawBuilder<unknown> => sql`(
  with people as materialized (
    ${peopleOf(clipperIds)}
  ), clips as materialized (
    select e.submission_id, e.clipper_id, a.available, paid.unproven as paid_unproven,
      (r.views - r.proven) * e.rate_micros_per_view - paid.unproven as unproven,
      greatest(t.unseen_views - r.proven, 0) * e.rate_micros_per_view as unseen,
      t.state = 'polling' or t.last_fetched_at > ${after(now, -EXPOSURE_DAYS * DAY)} as is_recent
    from (select distinct member_id from people) m
    join clip_earnings e on e.clipper_id = m.member_id
    join clip_tracking t on t.submission_id = e.submission_id
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
    select p.clipper_id, min(p.member_id::text) as person, greatest(min(l.limit_micros) - coalesce(sum(c.paid_unproven) filter (where c.is_recent), 0), 0) as room
    from people p
    join (${limits(now)}) l on l.clipper_id = p.clipper_id
    left join clips c on c.clipper_id = p.member_id
    group by p.clipper_id
  ), laid as (
    select a.clipper_id, a.submission_id, a.entry_id, a.released_at, a.views_from,
      least(a.available_micros, greatest(c.unproven - s.newer, 0)) as unproven,
      least(a.available_micros, greatest(least(c.unproven, c.unseen) - s.newer, 0)) as always
    from clips c
    join accruals a on a.submission_id = c.submission_id and a.state = 'released' and a.available_micros > 0
    cross join lateral (
      select coalesce(sum(n.available_micros), 0)::bigint as newer from accruals n
      where n.submission_id = a.submission_id and n.state = 'released' and n.available_micros > 0
        and n.views_from > a.views_from
    ) s
    where c.unproven > 0 and c.clipper_id = any(${clipperIds}::uuid[])
  ), queued as (
    select laid.*, r.room, sum(laid.unproven - laid.always) over (
      partition by r.person order by released_at, submission_id, views_from, entry_id)::bigint as upto
    from laid join rooms r on r.clipper_id = laid.clipper_id
    where laid.unproven > 0
  )
  select clipper_id, submission_id, entry_id,
    (always + least(unproven - always, greatest(upto - room, 0)))::bigint as waiting_micros
  from queued)`;

export interface Unproven {
  clipperId: string;
  amountMicros: Micros;
}

/** Returns for each of these clippers the released amount that waits for proof; clippers without any are left out. */
export async function unprovenOfAll(
  db: Database | Tx,
  clipperIds: readonly string[],
  now: Date,
): Promise<Unproven[]> {
  const { rows } = await sql<{ clipper_id: string; amount: bigint }>`
    select clipper_id, sum(waiting_micros)::bigint as amount from ${unprovenAccruals(clipperIds, now)} w
    group by clipper_id having sum(waiting_micros) > 0 order by clipper_id`.execute(db);
  return rows.map(({ clipper_id, amount }) => ({ clipperId: clipper_id, amountMicros: micros(amount) }));
}
