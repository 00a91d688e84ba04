import { sql } from 'kysely';
import { HOLD_SCORE } from '#contract/limits.ts';
import { ABOUT_PEOPLE } from '#server/modules/fraud-holds/fraud-holds.ts';
import { appealWindow, upheldAppealUntil } from '#server/modules/listings/listings.ts';

/** Hold `h` is no mere audit at a screenshot: that is answered by a fresh one until it was upheld. */
const isMoreThanAudit = sql`(h.score >= ${sql.lit(HOLD_SCORE)} or ${ABOUT_PEOPLE}
  or not exists (select from attestation_audits pa where pa.fraud_hold_id = h.id))`;

/**
 * For `from`: what of a clip (alias s, its listing l) can still be appealed, as the lateral row `subject` of kind, fraud_hold_id
 * and until; all null where there is nothing. A decision is appealed once, and
 * not while the post counts in another submission. A hold that was upheld waits for another one
 * of the clip that is open, and its time begins anew with the end of that one.
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
