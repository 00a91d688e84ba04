import { sql } from 'kysely';
import type { Verdict } from '#contract/verification.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { toVerdict, type VerdictColumns, verdictColumns } from '#server/modules/submissions/submissions.ts';

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
      hold_state: null,
    },
  );
}

const toNumber = (value: bigint | null): number | null => (value === null ? null : Number(value));
