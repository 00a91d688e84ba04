import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { ReviewNote } from '#contract/scoring/review-notes.ts';
import type { ScoreDrift } from '#contract/scoring/score-drifts.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { SAME_FINDING } from '#server/modules/fraud-holds/fraud-holds.ts';
import type { ScoreClass } from './score/calibration.ts';
import { promises } from './score/drift.ts';

/** Returns the version of the rules behind the clip's verdict; 0 is the built-in version. */
export async function scoreVersionOf(db: Database | Tx, submissionId: string): Promise<number> {
  const row = await db
    .selectFrom('clip_tracking')
    .select('score_version')
    .where('submission_id', '=', submissionId)
    .executeTakeFirst();
  return row?.score_version ?? 0;
}

/** Returns the newest twenty versions of the rules. */
export async function versionsOf(db: Database) {
  const rows = await db
    .selectFrom('score_versions as v')
    .leftJoin('users as u', 'u.id', 'v.made_by')
    .select(['v.version', 'v.made_at', 'v.note', 'u.email'])
    .orderBy('v.version', 'desc')
    .limit(20)
    .execute();
  return rows.map(({ version, made_at, note, email }) => ({ version, madeAt: made_at, note, by: email }));
}

/**
 * Returns the clip's score if a person is asked about it. Null if the clip is held, if the score asks nobody,
 * or if a person has let the score pass.
 */
export async function scoreAsked(db: Database | Tx, submissionId: string): Promise<number | null> {
  const { rows } = await sql<{ score: number }>`
    select t.score from clip_tracking t
    where t.submission_id = ${submissionId} and t.band = 'needs_review' and (t.cleared_score is null or t.score > t.cleared_score + ${sql.lit(SAME_FINDING)})
      and not exists (select from fraud_holds h where h.submission_id = t.submission_id and h.state in ('open', 'escalated'))`.execute(
    db,
  );
  return rows[0]?.score ?? null;
}

/** SQL: no admin has decided about the clip's views since note `n` was written. */
export const isOpenNote = sql<boolean>`(n.answered_at is null and not exists (select from fraud_holds d
  where d.submission_id = n.submission_id and d.decided_by is not null and d.decided_at >= n.written_at))`;

/** Returns the clipper's newest note to the reviewer of a clip; null if there is none. */
export async function readReviewNote(db: Database, submissionId: string): Promise<ReviewNote | null> {
  const { rows } = await sql<ReviewNote>`
    select n.text, n.written_at as "writtenAt", n.changed_at as "changedAt", ${isOpenNote} as "isOpen"
    from clip_review_notes n where n.submission_id = ${submissionId}
    order by n.written_at desc, n.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Returns the clip's clipper and the sum of its pending earnings. */
export async function pendingOf(
  tx: Database | Tx,
  submissionId: string,
): Promise<{ clipperId: AccountId; sum: bigint } | null> {
  const { rows } = await sql<{ clipperId: AccountId; sum: bigint }>`
    select s.clipper_id as "clipperId", coalesce((select sum(a.amount_micros) from accruals a
      where a.submission_id = s.id and a.state = 'pending'), 0)::bigint as sum
    from submissions s where s.id = ${submissionId}`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Returns the classes with an open drift. In such a class, new honest clips get higher scores than the honest
 * clips with which scores are compared.
 */
export async function openDrifts(db: Database | Tx): Promise<ScoreClass[]> {
  const rows = await db
    .selectFrom('score_drifts')
    .select(['platform', 'size', 'evidence'])
    .where('closed_at', 'is', null)
    .execute();
  return rows as ScoreClass[];
}

/** Returns at most twenty drifts: open ones first, then those that were closed last. */
export async function listDrifts(db: Database): Promise<ScoreDrift[]> {
  const rows = await db
    .selectFrom('score_drifts as d')
    .leftJoin('users as u', 'u.id', 'd.closed_by')
    .selectAll('d')
    .select('u.email')
    .orderBy('d.closed_at', (at) => at.desc().nullsFirst())
    .orderBy('d.found_at', 'desc')
    .limit(20)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    platform: row.platform as ScoreDrift['platform'],
    size: row.size,
    evidence: row.evidence,
    promise: row.promise,
    promised: promises[row.promise].part,
    since: row.since,
    foundAt: row.found_at,
    clips: row.clips,
    clipsAbove: row.clips_above,
    closed:
      row.closed_at === null
        ? null
        : { at: row.closed_at, by: row.email!, recalibrated: row.recalibrated!, note: row.note! },
  }));
}
