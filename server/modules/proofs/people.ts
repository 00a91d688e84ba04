import { type RawBuilder, sql } from 'kysely';
import { FRAUD_RECORD_DAYS, PROVEN_CLIP_VIEWS } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/** The largest bigint, for "no limit". */
const NO_LIMIT = sql.raw(String(2n ** 63n - 1n));

/**
 * SQL rows (clipper_id, member_id): the people who count as one person with each of these clippers. An
 * undecided or upheld cohort is one person.
 */
export const peopleOf = (clipperIds: readonly string[]): RawBuilder<unknown> => sql`
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
 * SQL rows (clipper_id, limit_micros, audit_percent): the amount that may be paid out to a person for views
 * that are not proven, and how often the person's clips are audited. `people` has the rows of `peopleOf`.
 * People who count as one share the limit of the one with the most proven clips, so being joined raises no limit.
 * After views of theirs were excluded the limit is 0, unless the operator set no limit at all, and the audits are
 * those of the first row.
 */
export const limits = (now: Date): RawBuilder<unknown> => sql`
  select r.clipper_id,
    case when r.has_fraud and lowest.limit_micros is not null then 0 else coalesce(own.limit_micros, ${NO_LIMIT}) end as limit_micros,
    case when r.has_fraud then lowest.audit_percent else own.audit_percent end as audit_percent
  from (
    select p.clipper_id, max(m.proven_clips) as proven_clips, bool_or(m.has_fraud) as has_fraud
    from people p cross join lateral (
      select count(*) filter (where least(t.views, t.proven_views) >= ${PROVEN_CLIP_VIEWS}
          and t.proven_views * 2 >= t.shown_views and t.excluded_views = 0) as proven_clips,
        coalesce(bool_or(exists (select from fraud_holds h where h.submission_id = e.submission_id and h.state = 'upheld'
          and h.decided_at > ${after(now, -FRAUD_RECORD_DAYS * DAY)})), false) as has_fraud
      from clip_earnings e join clip_tracking t on t.submission_id = e.submission_id where e.clipper_id = p.member_id
    ) m
    group by p.clipper_id
  ) r
  cross join (select * from proof_tiers order by proven_clips limit 1) lowest
  cross join lateral (
    select * from proof_tiers where proven_clips <= r.proven_clips order by proven_clips desc limit 1) own`;
