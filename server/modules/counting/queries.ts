import { sql } from 'kysely';
import type { PostPlatform } from '#contract/platforms.ts';
import type { CountingTrouble } from '#contract/tracking.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { type CountingColumns, countingColumns, countingTrouble } from '#server/modules/tracking/tracking.ts';

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

/** Why the clip's views are not read at the moment; null while all is well. */
export async function troubleOf(db: Database, submissionId: string): Promise<CountingTrouble | null> {
  const { rows } = await sql<CountingColumns & { platform: PostPlatform }>`
    select t.platform, ${countingColumns} from clip_tracking t where t.submission_id = ${submissionId}`.execute(
    db,
  );
  return rows[0] ? countingTrouble(rows[0], rows[0].platform) : null;
}

const toNumber = (value: bigint | null): number | null => (value === null ? null : Number(value));
