import { sql } from 'kysely';
import type { Contribution, Verdict } from '#contract/scoring/scoring.ts';

/** The columns of a verdict. List queries of other modules select them too. */
export interface VerdictColumns {
  score: number | null;
  band: string | null;
  summary: string | null;
  contributions: unknown;
  scored_at: Date | null;
  fraud_hold_state: string | null;
  polling_state: string | null;
  is_attested: boolean | null;
}

/**
 * SQL: the columns of a verdict, for `select`. Needs clip_tracking joined as `t`; `submissionId` is the
 * column with the submission's id.
 */
export const verdictColumns = (submissionId: string) => sql<VerdictColumns>`
  t.score, t.band, t.summary, t.contributions, t.scored_at, t.state as polling_state, t.count_level = 'attested' as is_attested,
  (select h.state from fraud_holds h where h.submission_id = ${sql.ref(submissionId)} order by h.opened_at desc limit 1) as fraud_hold_state`;

/**
 * Returns a summary of the views for people: the score's own, unless a reviewer has decided on a hold, or the
 * clip has too little data for a score.
 */
function summaryOf({
  band,
  scored_at,
  summary,
  fraud_hold_state,
  polling_state,
  is_attested,
}: VerdictColumns): string {
  const isDecided = fraud_hold_state === 'released' || fraud_hold_state === 'upheld';
  if (band === 'hold' && isDecided) return 'A reviewer has checked the views in doubt.';
  if (is_attested && (band ?? 'not_enough_data') === 'not_enough_data')
    return 'Views from screenshots have no score: two reviewers check each screenshot.';
  // No further data will arrive for the clip.
  const isOver = polling_state === 'finished' || polling_state === 'stopped';
  if (isOver && (band ?? 'not_enough_data') === 'not_enough_data')
    return 'There was too little data to judge the views.';
  return (scored_at && summary) ?? 'Not enough data yet.';
}

export function toVerdict(row: VerdictColumns): Verdict {
  return {
    score: row.score,
    band: (row.band ?? 'not_enough_data') as Verdict['band'],
    summary: summaryOf(row),
    contributions: (row.contributions ?? []) as Contribution[],
    scoredAt: row.scored_at,
    fraudHoldState: row.fraud_hold_state as Verdict['fraudHoldState'],
  };
}
