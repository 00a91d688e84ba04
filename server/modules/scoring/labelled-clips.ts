import { type RawBuilder, sql } from 'kysely';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { reasonsWith } from '#contract/submissions/reject-reasons.ts';
import { textsOf } from '#server/infra/prepared.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { ClipHistory } from './score/history.ts';
import { MIN_SNAPSHOTS } from './score/score.ts';
import { readHistories } from './score-clips.ts';

/** A clip whose views were read from a platform, with what people decided about these views. */
export interface LabelledClip {
  id: string;
  platform: PostPlatform;
  submittedAt: Date;
  /** Whether the clip's views were bought. */
  isBought: boolean;
  /**
   * When people decided on a hold of the clip. Later counts were unknown to them. null: all counts may be
   * used.
   */
  decidedAt: Date | null;
}

/**
 * SQL: hold `h` concerns the score. Holds from audits, cohorts and identity matches say nothing about the
 * counts.
 */
const ofScore: RawBuilder<unknown> = sql`identity_match_id is null and cohort_id is null
  and not exists (select from attestation_audits a where a.fraud_hold_id = h.id)`;

/**
 * SQL: an admin rejected the clip for fake views, or a host did and the appeal was dismissed. A host's
 * rejection alone proves nothing, because a host who rejects does not pay.
 */
const isRejected: RawBuilder<unknown> = sql`(s.status = 'rejected'
  and s.reject_reason = any(${textsOf(reasonsWith('boughtViews'))})
  and (exists (select from users u where u.id = s.decision_by and u.role = 'admin')
    or exists (select from appeals a where a.submission_id = s.id and a.state = 'dismissed')))`;

/**
 * Returns the clips submitted since `since` that can be labelled by people's decisions. Bought: views were
 * excluded (by an upheld hold or without a hold, also after an appeal); or an admin rejected the clip for
 * fake views; or a host did and the appeal was dismissed; or the platform removed views it had counted.
 * Honest: approved and final for two weeks without excluded views, including clips that were held and
 * released. Undecided clips have no label. Clips counted by screenshots are left out because they have no
 * curve.
 */
export async function readLabels(db: Database, since: Date, now: Date): Promise<LabelledClip[]> {
  const { rows } = await sql<{
    id: string;
    platform: PostPlatform;
    at: Date;
    is_bought: boolean;
    decided_at: Date | null;
  }>`
    with holds as (
      select submission_id, bool_or(state in ('open', 'escalated')) as is_open, max(decided_at) as decided_at
      from fraud_holds h where ${ofScore} group by submission_id
    )
    select s.id, s.platform, s.submitted_at as at, h.decided_at,
      s.status = 'rejected' or t.excluded_views > 0 as is_bought
    from submissions s join clip_tracking t on t.submission_id = s.id left join holds h on h.submission_id = s.id
    where t.count_level = 'platform' and t.snapshot_count >= 6 and s.submitted_at >= ${since} and h.is_open is not true
      and (t.excluded_views > 0 or ${isRejected}
        or (s.status = 'approved' and t.state = 'finished' and t.scored_at <= ${now}::timestamptz - interval '14 days'))
      and not exists (select from fraud_holds f where f.submission_id = s.id and (f.identity_match_id is not null or f.cohort_id is not null)
        and f.state <> 'released')
    order by s.submitted_at, s.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    platform: row.platform,
    submittedAt: row.at,
    isBought: row.is_bought,
    decidedAt: row.decided_at,
  }));
}

/** Number of histories in memory at a time. */
const PART = 100;

/** A clip is labelled as bought if its platform removed at least this share of its views. */
const PURGED = 0.1;

/**
 * Calls `give` for each clip with its counts from before people decided and before the platform removed
 * views, because later counts are effects of the label. Skips clips with too few counts left.
 */
export async function eachHistory(
  db: Database,
  clips: readonly LabelledClip[],
  give: (clip: LabelledClip, history: ClipHistory) => void,
): Promise<void> {
  for (let from = 0; from < clips.length; from += PART) {
    const part = new Map(clips.slice(from, from + PART).map((clip) => [clip.id, clip]));
    for (const { submissionId, history } of await readHistories(db, [...part.keys()])) {
      const clip = part.get(submissionId)!;
      const { isPurged, snapshots } = beforeDecision(history.snapshots, clip.decidedAt);
      if (snapshots.length < MIN_SNAPSHOTS) continue;
      give({ ...clip, isBought: clip.isBought || isPurged }, { ...history, snapshots });
    }
  }
}

function beforeDecision(snapshots: ClipHistory['snapshots'], decidedAt: Date | null) {
  const most = Math.max(...snapshots.map(({ views }) => views));
  const isPurged = snapshots.length > 0 && snapshots.at(-1)!.views <= (1 - PURGED) * most;
  const purge = isPurged ? snapshots.findLastIndex(({ views }) => views === most) + 1 : snapshots.length;
  const isBefore = (at: Date) => !decidedAt || at < decidedAt;
  const before = snapshots
    .slice(0, purge)
    .filter((snapshot) => 'fetchedAt' in snapshot && isBefore(new Date(snapshot.fetchedAt)));
  return { isPurged, snapshots: before };
}
