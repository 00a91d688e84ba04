import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { FRAUD_RECORD_DAYS, PROVEN_CLIP_VIEWS } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { provenViews } from './proven-views.ts';

/** The largest bigint, for "no limit". */
const NO_LIMIT = sql.raw(String(2n ** 63n - 1n));

/**
 * SQL rows (clipper_id, member_id): the people who count as one person with each of these clippers. An
 * undecided or upheld cohort is one person.
 */
export const peopleOf = (clipperIds: readonly AccountId[]): RawBuilder<unknown> => sql`
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
export async function findPeople(db: Database | Tx, clipperIds: readonly AccountId[]): Promise<AccountId[]> {
  const { rows } = await sql<{ member_id: AccountId }>`
    select distinct member_id from (${peopleOf(clipperIds)}) p order by member_id`.execute(db);
  return rows.map(({ member_id }) => member_id);
}

/** SQL: clip `t` counts as a proven clip of its clipper. */
const isProvenClip = sql`(least(t.views, t.proven_views) >= ${PROVEN_CLIP_VIEWS}
  and t.proven_views * 2 >= t.shown_views and t.excluded_views = 0)`;

/** SQL: the row of limits for this many proven clips. */
const rowFor = (clips: RawBuilder<unknown>) =>
  sql`(select * from proof_tiers where proven_clips <= ${clips} order by proven_clips desc limit 1)`;

/**
 * SQL: the limit of member `m`, by the member's row `own`. Above the first row it is at most what the member's
 * proven clips earned for proven views, otherwise twenty clips of $2.00 would end all limits. "No limit" begins
 * once they earned the largest limit of all rows.
 */
const memberLimit = sql`case
  when lowest.limit_micros is null or own.limit_micros is null and m.proven_micros >= largest.limit_micros
    then coalesce(own.limit_micros, ${NO_LIMIT})
  else least(own.limit_micros, greatest(m.proven_micros, lowest.limit_micros)) end`;

/**
 * SQL rows (clipper_id, limit_micros, audit_percent): the amount that may be paid out to a person for views
 * that are not proven, and how often the person's clips are audited. `people` has the rows of `peopleOf`.
 * People who count as one share the largest limit that one of them has alone, so being joined raises no
 * limit. If views of any of them were excluded, the limit is 0 (unless the operator set no limit at all), and
 * audits are as frequent as in the first row.
 */
export const limits = (now: Date): RawBuilder<unknown> => sql`
  select r.clipper_id,
    case when r.has_fraud and lowest.limit_micros is not null then 0 else r.limit_micros end as limit_micros,
    case when r.has_fraud then lowest.audit_percent else own.audit_percent end as audit_percent
  from (
    select p.clipper_id, max(m.proven_clips) as proven_clips, max(${memberLimit}) as limit_micros,
      bool_or(m.has_fraud) as has_fraud
    from people p
    cross join ${rowFor(sql`0`)} lowest
    cross join (select max(limit_micros) as limit_micros from proof_tiers) largest
    cross join lateral (
      select count(*) filter (where ${isProvenClip}) as proven_clips,
        coalesce(sum(least(${provenViews}, e.paid_views) * e.rate_micros_per_view) filter (where ${isProvenClip}), 0)::bigint
          as proven_micros,
        coalesce(bool_or(exists (select from fraud_holds h where h.submission_id = e.submission_id and h.state = 'upheld'
          and h.decided_at > ${after(now, -FRAUD_RECORD_DAYS * DAY)})), false) as has_fraud
      from clip_earnings e join clip_tracking t on t.submission_id = e.submission_id where e.clipper_id = p.member_id
    ) m
    cross join lateral ${rowFor(sql`m.proven_clips`)} own
    group by p.clipper_id
  ) r
  cross join ${rowFor(sql`0`)} lowest
  cross join lateral ${rowFor(sql`r.proven_clips`)} own`;
