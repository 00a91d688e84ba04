import { sql } from 'kysely';
import { APPEAL_DAYS } from '#contract/limits.ts';

/** A decision can be appealed for this long. */
export const appealWindow = sql.raw(`interval '${APPEAL_DAYS} days'`);

/**
 * SQL: until when an upheld hold `h` of clip `s` can be appealed. The hold can't be appealed while another
 * hold of the clip is open, so the time starts again at the end of every hold that began within it.
 */
export const upheldAppealUntil = sql`${appealWindow} + (
  select max(o.decided_at) from fraud_holds o
  where o.submission_id = s.id and o.opened_at <= h.decided_at + ${appealWindow})`;
