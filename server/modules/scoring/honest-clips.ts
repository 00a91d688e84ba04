import { sql } from 'kysely';
import type { SizeClass } from './score/calibration.ts';

/** A clip counts as honest only this many days after its final score, because bought views are found late. */
const SEASON_DAYS = 14;

/**
 * SQL: clips found honest by `now`, as (platform, size, evidence, score, honest_at). They are approved and
 * final, have no excluded views and were scored by the current weights: scores by other weights can't be
 * compared. Clips that were held and then released are included, because the highest honest scores would be
 * missing without them. In a class that was recalibrated after a drift, only clips since the drift began are
 * included.
 */
export const honestClips = (now: Date) => sql`
  select c.* from (
    select t.submission_id, t.platform, t.score, t.score_evidence as evidence, ${sizeColumn} as size,
      greatest(t.scored_at + make_interval(days => ${sql.lit(SEASON_DAYS)}), s.approved_at, h.decided_at) as honest_at
    from clip_tracking t join submissions s on s.id = t.submission_id
    left join (select submission_id, bool_and(state = 'released') as is_released, max(decided_at) as decided_at
      from fraud_holds group by submission_id) h on h.submission_id = t.submission_id
    where s.status = 'approved' and t.state = 'finished' and t.count_level = 'platform' and t.views >= 1000
      and t.band <> 'not_enough_data' and t.excluded_views = 0 and coalesce(h.is_released, true)
      and t.score_version >= coalesce((select max(version) from score_versions where made_by is not null), 0)
  ) c
  left join (select platform, size, evidence, max(since) as since from score_drifts where recalibrated group by 1, 2, 3) d
    on d.platform = c.platform and d.size = c.size and d.evidence = c.evidence
  where c.honest_at <= ${now} and (d.since is null or c.honest_at >= d.since)`;

const sizeColumn = sql<SizeClass>`case when t.views < 10000 then 'small' when t.views < 100000 then 'medium' else 'large' end`;
