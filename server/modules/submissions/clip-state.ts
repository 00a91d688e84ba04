import { sql } from 'kysely';
import type { Clip } from '#contract/clips/clips.ts';
import type { Database } from '#server/infra/transaction.ts';
import { readPage, toRow } from './lists.ts';

export type ClipState = ReturnType<typeof toRow> & {
  /** When the clip was approved, rejected or withdrawn. */
  leftAt: Date | null;
  isEscalated: boolean;
  countedAt: Date | null;
};

/**
 * Returns the state of a clip as its row in lists shows it. Unread messages are counted for the viewer. The
 * clip must exist.
 */
export async function readClipState(
  db: Database,
  submissionId: string,
  viewer: Clip['viewer'],
  now: Date,
): Promise<ClipState> {
  const other = { clipper: sql`l.host_id`, host: sql`s.clipper_id`, admin: sql`null::uuid` }[viewer];
  const { rows } = await readPage(db, sql`s.id = ${submissionId}`, other, {});
  const row = rows[0]!;
  return {
    ...toRow(row, now),
    leftAt: row.decidedAt ?? row.withdrawnAt,
    isEscalated: row.status === 'pending' && row.escalated,
    countedAt: row.last_fetched_at,
  };
}
