import { sql } from 'kysely';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { reasonsWith } from '#contract/submissions/reject-reasons.ts';
import { DAY } from '#server/infra/clock.ts';
import { textsOf } from '#server/infra/prepared.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { findUndecided, openFraudHold, SAME_FINDING } from '#server/modules/fraud-holds/fraud-holds.ts';
import { saveJudgement } from '#server/modules/tracking/tracking.ts';
import { findHeld } from './hold-levels.ts';
import { readReleased } from './read-released.ts';
import type { ClipHistory, CohortFinding, Declared, Duplicate, SnapshotReading } from './score/history.ts';
import type { ScoreRules } from './score/rules.ts';
import { type Score, scoreClip } from './score/score.ts';
import { downgradeToReview } from './score/verdict.ts';
import { currentRules } from './score-versions.ts';

/**
 * Scores clips by all their counts. A score of 60 or more opens a hold. If enough honest clips of the class
 * are known, the score must also be one that hardly any of them has.
 */
export async function scoreClips(tx: Tx, submissionIds: string[], now: Date): Promise<void> {
  if (submissionIds.length === 0) return;
  const rules = await currentRules(tx);
  for (const { score, ...clip } of await judge(tx, submissionIds, rules, now)) {
    await saveJudgement(tx, clip.submissionId, {
      score: score.score,
      band: score.band,
      summary: score.summary,
      contributions: JSON.stringify(
        score.contributions.map(({ snapshotRange: _range, ...contribution }) => contribution),
      ),
      scored_at: now,
      score_evidence: score.evidence,
      score_version: rules.version,
      // A proof is not withdrawn by later figures; those can open a hold.
      proven_views: sql<bigint>`greatest(proven_views, ${BigInt(score.provenViews)})`,
      shown_views: sql<bigint>`greatest(shown_views, ${BigInt(score.shownViews)})`,
    });
    if (score.band !== 'hold' || score.score <= (clip.clearedScore ?? 0) + SAME_FINDING) continue;
    const contestedRange = await findUndecided(tx, clip, score);
    if (contestedRange === undefined) continue;
    const undecided = { ...score, contestedRange };
    await openFraudHold(tx, { submissionId: clip.submissionId, score: undecided, views: clip.views, now });
  }
}

/** Computes the verdicts. A score that asks for a hold asks a person instead if the clip's level does not allow a hold. */
async function judge(
  tx: Tx,
  submissionIds: string[],
  rules: ScoreRules,
  now: Date,
): Promise<(ScoredClip & { score: Score })[]> {
  const scored = (await readHistories(tx, submissionIds)).map((clip) => ({
    ...clip,
    score: scoreClip(clip.history, rules),
  }));
  const compared = scored.flatMap(({ submissionId, history: { platform }, score: { p, band } }) =>
    p === null ? [] : [{ submissionId, platform, p, wouldHold: band === 'hold' }],
  );
  const held = await findHeld(tx, compared, now);
  return scored.map((clip) =>
    clip.score.p === null || clip.score.band !== 'hold' || held.has(clip.submissionId)
      ? clip
      : { ...clip, score: downgradeToReview(clip.score) },
  );
}

interface ScoredClip {
  submissionId: string;
  views: bigint;
  clearedScore: number | null;
  upheldScore: number | null;
  history: ClipHistory;
}

/** Loads everything from which these clips are scored. */
export async function readHistories(tx: Tx | Database, submissionIds: string[]): Promise<ScoredClip[]> {
  const clips = await tx
    .selectFrom('clip_tracking as t')
    .innerJoin('submissions as s', 's.id', 't.submission_id')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .innerJoin('connections as c', 'c.id', 's.connection_id')
    .select([
      't.submission_id',
      't.platform',
      't.posted_at',
      't.views',
      't.cleared_score',
      't.upheld_score',
      's.reported_views',
      'c.followers',
      'l.created_at as listing_starts_at',
    ])
    .where('t.submission_id', 'in', submissionIds)
    .execute();
  if (clips.length === 0) return [];
  const oldest = Math.min(...clips.map((clip) => clip.posted_at.getTime()));
  const snapshots = await readSnapshots(tx, submissionIds, new Date(oldest - DAY));
  const duplicates = await readDuplicates(tx, submissionIds);
  const released = await readReleased(tx, submissionIds);
  const declared = await tx
    .selectFrom('declarations')
    .select(['submission_id', 'kind', 'by', 'at', 'declared_at as declaredAt'])
    .where('submission_id', 'in', submissionIds)
    .orderBy('declared_at')
    .execute();
  const cohort = await tx
    .selectFrom('clip_cohorts')
    .selectAll()
    .where('submission_id', 'in', submissionIds)
    .execute();
  return clips.map((clip) => ({
    submissionId: clip.submission_id,
    views: clip.views,
    clearedScore: clip.cleared_score,
    upheldScore: clip.upheld_score,
    history: {
      platform: clip.platform as PostPlatform,
      postedAt: clip.posted_at,
      followers: num(clip.followers),
      listingStartsAt: clip.listing_starts_at,
      reportedViews: Number(clip.reported_views) || null,
      duplicateOf: duplicates.get(clip.submission_id) ?? [],
      cohort: cohort
        .filter((found) => found.submission_id === clip.submission_id)
        .map((found) => ({ ...found, signal: found.signal as CohortFinding['signal'] })),
      declared: (declared as (Declared & { submission_id: string })[]).filter(
        ({ submission_id }) => submission_id === clip.submission_id,
      ),
      analytics: released.get(clip.submission_id) ?? null,
      snapshots: snapshots.get(clip.submission_id) ?? [],
    },
  }));
}

/**
 * Returns all counts of a clip's post, including those of earlier submissions, so that withdrawing and
 * resubmitting a clip does not erase its history. `since` is before all of these posts, so that older
 * partitions are not scanned.
 */
async function readSnapshots(
  tx: Tx | Database,
  submissionIds: string[],
  since: Date,
): Promise<Map<string, SnapshotReading[]>> {
  const rows = await tx
    .selectFrom('submissions as s')
    .innerJoin('submissions as same', (join) =>
      join.onRef('same.platform', '=', 's.platform').onRef('same.post_id', '=', 's.post_id'),
    )
    .innerJoin('view_snapshots as v', 'v.submission_id', 'same.id')
    .select(['s.id', 'v.fetched_at', 'v.views', 'v.likes', 'v.comments', 'v.shares'])
    .where('s.id', 'in', submissionIds)
    .where('v.fetched_at', '>=', since)
    .orderBy('v.fetched_at')
    .execute();
  const readings = new Map<string, SnapshotReading[]>();
  for (const { id, fetched_at, views, likes, comments, shares } of rows) {
    const reading = {
      fetchedAt: fetched_at,
      views: Number(views),
      likes: num(likes),
      comments: num(comments),
      shares: num(shares),
    };
    const known = readings.get(id);
    if (known) known.push(reading);
    else readings.set(id, [reading]);
  }
  return readings;
}

/**
 * Returns earlier submissions of what is probably the same work: the same post, or on the same listing the
 * same long caption and duration by another clipper. A clip that its own clipper corrected and resubmitted
 * after a rejection is no duplicate.
 */
async function readDuplicates(tx: Tx | Database, submissionIds: string[]): Promise<Map<string, Duplicate[]>> {
  const rows = await sql<{ id: string; same_post: boolean; same_clipper: boolean }>`
    select s.id, (o.platform = s.platform and o.post_id = s.post_id) as same_post, o.clipper_id = s.clipper_id as same_clipper
    from submissions s
    join lateral (
      select same.id from submissions same
      where same.platform = s.platform and same.post_id = s.post_id and (same.clipper_id <> s.clipper_id
        or same.status <> 'rejected' or same.reject_reason = any(${textsOf(reasonsWith('followsPost'))}))
      union
      select alike.id from submissions alike
      where alike.listing_id = s.listing_id and alike.clipper_id <> s.clipper_id and length(s.caption) >= 25
        and lower(alike.caption) = lower(s.caption) and alike.duration_seconds = s.duration_seconds
    ) found on found.id <> s.id
    join submissions o on o.id = found.id and o.submitted_at <= s.submitted_at
    where s.id in (${sql.join(submissionIds)}) and o.status <> 'withdrawn'
  `.execute(tx);
  const found = new Map<string, Duplicate[]>();
  for (const row of rows.rows) {
    const duplicate: Duplicate = {
      kind: row.same_post ? 'same_post' : 'same_video',
      sameClipper: row.same_clipper,
      similarity: row.same_post ? 1 : 0.9,
    };
    found.set(row.id, [...(found.get(row.id) ?? []), duplicate]);
  }
  return found;
}

const num = (value: bigint | null): number | null => (value === null ? null : Number(value));
