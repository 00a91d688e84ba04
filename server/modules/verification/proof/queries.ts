import type { ClipProof, ProofState } from '#contract/proofs.ts';
import { proofPath } from '#contract/proofs.ts';
import type { Database } from '#server/infra/transaction.ts';

export interface WaitingProof {
  id: string;
  submissionId: string;
  reportedViews: number;
  storageKey: string;
}

const waiting = (db: Database) =>
  db
    .selectFrom('clip_proofs as p')
    .innerJoin('media_files as m', 'm.id', 'p.media_id')
    .where('p.state', '=', 'waiting')
    .where('p.replaced_at', 'is', null)
    .where('m.state', '=', 'ready')
    .orderBy('p.sent_at');

export async function nextWaiting(db: Database): Promise<WaitingProof | null> {
  const row = await waiting(db)
    .select(['p.id', 'p.submission_id', 'p.reported_views', 'm.storage_key'])
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    submissionId: row.submission_id,
    reportedViews: Number(row.reported_views),
    storageKey: row.storage_key,
  };
}

export async function oldestWaiting(db: Database): Promise<Date | null> {
  const row = await waiting(db).select('p.sent_at').executeTakeFirst();
  return row?.sent_at ?? null;
}

/** The newest screenshot of a clip. */
export async function proofOf(db: Database, submissionId: string): Promise<ClipProof | null> {
  const row = await db
    .selectFrom('clip_proofs as p')
    .innerJoin('media_files as m', 'm.id', 'p.media_id')
    .selectAll('p')
    .select('m.state as file_state')
    .where('p.submission_id', '=', submissionId)
    .where('p.replaced_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    url: row.file_state === 'ready' ? proofPath(row.media_id) : null,
    state: row.state as ProofState,
    reportedViews: Number(row.reported_views),
    readViews: row.read_views === null ? null : Number(row.read_views),
    readText: row.read_text,
    sentAt: row.sent_at,
    readAt: row.read_at,
  };
}
