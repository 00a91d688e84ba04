import { sql } from 'kysely';
import type { ScoreWeek } from '#contract/scoring/score-rules.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import { ABOUT_PEOPLE } from '#server/modules/fraud-holds/fraud-holds.ts';

const WEEKS = 26;

/**
 * Counts clips by the week of their submission, so a later finding changes an earlier row. A clip with several
 * holds counts by the first of these outcomes: undecided, upheld, overturned, lapsed. Holds from audits, cohorts
 * and identity matches are left out, because they say nothing about the score.
 */
export async function countWeeks(db: Database, now: Date): Promise<{ rows: ScoreWeek[]; nextCursor: null }> {
  const { rows } = await sql<ScoreWeek>`
    with clips as (
      select s.id, s.platform, t.band, t.excluded_views, date_trunc('week', s.submitted_at at time zone 'UTC')::date as week
      from submissions s join clip_tracking t on t.submission_id = s.id
      where t.count_level = 'platform'
        and s.submitted_at >= date_trunc('week', ${after(now, -(WEEKS - 1) * 7 * DAY)}::timestamptz, 'UTC')
    ), held as (
      select h.submission_id, min(case when h.state in ('open', 'escalated') then 1 when h.state = 'upheld' then 2
        when h.decided_by is not null then 3 else 4 end) as outcome
      from fraud_holds h join clips c on c.id = h.submission_id
      where not ${ABOUT_PEOPLE} and not exists (select from attestation_audits a where a.fraud_hold_id = h.id)
      group by h.submission_id
    )
    select c.week::text as week, c.platform,
      count(*) filter (where c.band <> 'not_enough_data' or h.outcome is not null)::int as judged,
      count(*) filter (where c.band = 'needs_review' and h.outcome is null)::int as asked,
      count(h.outcome)::int as held,
      count(*) filter (where h.outcome = 1)::int as undecided,
      count(*) filter (where h.outcome = 2)::int as upheld,
      count(*) filter (where h.outcome = 3)::int as overturned,
      count(*) filter (where h.outcome = 4)::int as lapsed,
      count(*) filter (where c.excluded_views > 0 and h.outcome is null)::int as missed
    from clips c left join held h on h.submission_id = c.id
    group by c.week, c.platform order by c.week desc, c.platform`.execute(db);
  return { rows: rows.filter(({ judged, missed }) => judged + missed > 0), nextCursor: null };
}
