import type { ClipMatch } from '#contract/clip-files.ts';
import { newId } from '#server/infra/id.ts';
import type { Database } from '#server/infra/transaction.ts';

type Ended = Exclude<ClipMatch['state'], 'no_file' | 'sending' | 'refused'>;

interface Given {
  submissionId: string;
  ownerId: string;
  /** As the comparison ended. */
  state: Ended;
  durationMs?: bigint;
  now: Date;
  removeAt?: Date;
}

/** The compared video of a clip, without its bytes. */
export async function testClipFile(
  db: Database,
  { submissionId, ownerId, state, durationMs, now, removeAt }: Given,
): Promise<string> {
  const mediaId = newId();
  await db
    .insertInto('media_files')
    .values({
      id: mediaId,
      owner_id: ownerId,
      kind: 'clip',
      state: 'ready',
      file_name: 'a.mp4',
      content_type: 'video/mp4',
      size_bytes: 1n,
      storage_key: mediaId,
      duration_ms: durationMs ?? null,
      created_at: now,
      ready_at: now,
      sha256: '0'.repeat(64),
    })
    .execute();
  await db
    .insertInto('clip_files')
    .values({
      submission_id: submissionId,
      media_id: mediaId,
      state,
      attached_at: now,
      remove_at: removeAt ?? null,
    })
    .execute();
  return mediaId;
}
