import { sql } from 'kysely';
import type { PostPlatform } from '#contract/platforms.ts';
import type { CountingTrouble, Verdict } from '#contract/verification.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import {
  type CountingColumns,
  countingColumns,
  countingTrouble,
  toVerdict,
  type VerdictColumns,
  verdictColumns,
} from '#server/modules/submissions/submissions.ts';

export async function snapshotsOf(db: Database | Tx, submissionId: string) {
  const rows = await db
    .selectFrom('view_snapshots')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .orderBy('fetched_at')
    .execute();
  return rows.map((row) => ({
    fetchedAt: row.fetched_at,
    views: Number(row.views),
    likes: toNumber(row.likes),
    comments: toNumber(row.comments),
    shares: toNumber(row.shares),
    source: row.source,
    countingRule: row.counting_rule,
  }));
}

export async function verdictOf(db: Database | Tx, submissionId: string): Promise<Verdict> {
  const result = await sql<VerdictColumns>`
    select ${verdictColumns('t.submission_id')} from clip_tracking t where t.submission_id = ${submissionId}`.execute(
    db,
  );
  return toVerdict(
    result.rows[0] ?? {
      score: null,
      band: null,
      summary: null,
      contributions: [],
      scored_at: null,
      fraud_hold_state: null,
    },
  );
}

/** Why the clip's views are not read at the moment; null while all is well. */
export async function troubleOf(db: Database, submissionId: string): Promise<CountingTrouble | null> {
  const { rows } = await sql<CountingColumns & { platform: PostPlatform }>`
    select t.platform, ${countingColumns} from clip_tracking t where t.submission_id = ${submissionId}`.execute(
    db,
  );
  return rows[0] ? countingTrouble(rows[0], rows[0].platform) : null;
}

/** The version of the rules that made the clip's verdict; 0 is what the product ships with. */
export async function scoreVersionOf(db: Database | Tx, submissionId: string): Promise<number> {
  const row = await db
    .selectFrom('clip_tracking')
    .select('score_version')
    .where('submission_id', '=', submissionId)
    .executeTakeFirst();
  return row?.score_version ?? 0;
}

/** The newest twenty versions of the rules. */
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

const toNumber = (value: bigint | null): number | null => (value === null ? null : Number(value));
