import type { AccountId } from '#contract/accounts/ids.ts';
import type { Transcript } from '#contract/media/transcripts.ts';
import type { StudioCue } from '#contract/studio.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { slicesOf } from '../sound/slices.ts';

/**
 * Returns the transcript of a video that the caller may see. `isMade`: this installation transcribes videos
 * without a host's transcript.
 */
export async function showTranscript(db: Database, id: string, isMade: boolean): Promise<Transcript> {
  const row = await db
    .selectFrom('media_files as m')
    .leftJoin('source_transcripts as t', 't.media_id', 'm.id')
    .select(['m.transcript', 'm.transcript_slices', 'm.duration_ms', 't.cues'])
    .where('m.id', '=', id)
    .executeTakeFirstOrThrow();
  const by = row.transcript === 'host' || row.transcript === 'server' ? row.transcript : null;
  const isPreparing = row.transcript === null && isMade;
  const { slices } = slicesOf(Number(row.duration_ms));
  return {
    state: by ? 'ready' : isPreparing ? 'preparing' : row.transcript === 'failed' ? 'failed' : 'none',
    by,
    share: isPreparing ? Math.min(1, row.transcript_slices / slices) : 1,
    cues: by ? (row.cues as unknown as StudioCue[]) : [],
  };
}

interface Given {
  ownerId: AccountId;
  id: string;
  /** The new transcript, in any order; null: removes the current transcript. */
  cues: StudioCue[] | null;
  now: Date;
}

/** Returns whether this is a source video of this host, ready and not removed. */
export async function ownsSource(db: Database, ownerId: AccountId, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('media_files')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'source')
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the host's transcript of an own source video. It replaces a machine-made transcript. */
export async function keepTranscript(
  db: Database,
  { ownerId, id, cues, now }: Given,
): Promise<Outcome<Record<string, never>, 'not_found'>> {
  return await transact(db, async (tx) => {
    const file = await tx
      .updateTable('media_files')
      // A removed transcript is not made again, because its host wants none.
      .set({ transcript: cues ? 'host' : 'none', transcript_due_at: null, transcript_failure: null })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where('kind', '=', 'source')
      .where('state', '=', 'ready')
      .returning('id')
      .executeTakeFirst();
    if (!file) return refuse('not_found');
    await tx.deleteFrom('source_transcripts').where('media_id', '=', id).execute();
    if (!cues) return {};
    const inOrder = cues.toSorted((a, b) => a.start - b.start);
    await tx
      .insertInto('source_transcripts')
      .values({ media_id: id, cues: JSON.stringify(inOrder), made_at: now })
      .execute();
    return {};
  });
}
