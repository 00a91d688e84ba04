import { sql } from 'kysely';
import { HOLD_SCORE } from '#contract/limits.ts';
import { ABOUT_PEOPLE, IS_AUDIT } from '#server/modules/fraud-holds/fraud-holds.ts';
import { appealWindow, upheldAppealUntil } from '#server/modules/listings/listings.ts';

/**
 * SQL: false if hold `h` is only an audit. Until it is upheld, the clipper answers it instead of appealing.
 */
const isMoreThanAudit = sql`(h.score >= ${sql.lit(HOLD_SCORE)} or ${ABOUT_PEOPLE}
  or not ${IS_AUDIT})`;

/**
 * Lateral join for `from` (needs submissions as `s` and its listing as `l`): the decision on a clip that can still
 * be appealed, as the row `subject` (kind, fraud_hold_id, until); nulls if there is none. A decision can be
 * appealed once. A rejection can't be appealed while its post counts in another submission. An upheld hold can't be
 * appealed while the clip has another open hold, and its appeal window restarts when that hold ends.
 */
export const appealSubject = sql`
  left join lateral (
    select 'rejection' as kind, null::uuid as fraud_hold_id, s.decided_at + ${appealWindow} as until
    where s.status = 'rejected' and l.state not in ('settled', 'removed')
      and not exists (select from appeals a where a.submission_id = s.id and a.fraud_hold_id is null)
      and not exists (select from submissions other where other.platform = s.platform and other.post_id = s.post_id
        and other.id <> s.id and other.status in ('pending', 'approved'))
    union all (
      select 'hold', h.id, case when h.state = 'upheld' then ${upheldAppealUntil}
        else h.opened_at + ${appealWindow} end
      from fraud_holds h
      where h.submission_id = s.id and s.status in ('pending', 'approved')
        and not exists (select from appeals a where a.fraud_hold_id = h.id)
        and (h.state in ('open', 'escalated') and ${isMoreThanAudit} or h.state = 'upheld' and l.state not in ('settled', 'removed')
          and not exists (select from fraud_holds o where o.submission_id = s.id and o.state in ('open', 'escalated')))
      order by h.opened_at desc limit 1)
  ) subject on true`;
