import type { AccountId } from '#contract/accounts/ids.ts';
import type { ClipMatch } from '#contract/clips/clip-files.ts';
import type { Database } from '#server/infra/transaction.ts';
import { testMediaFile } from './media-file.ts';

type Ended = Exclude<ClipMatch['state'], 'no_file' | 'sending' | 'refused'>;

interface Given {
  submissionId: string;
  ownerId: AccountId;
  /** The outcome of comparing the video with the source. */
  state: Ended;
  durationMs?: bigint;
  now: Date;
  removeAt?: Date;
}

/** Inserts the compared video of a clip, without its bytes. */
export async function testClipFile(
  db: Database,
  { submissionId, ownerId, state, durationMs, now, removeAt }: Given,
): Promise<string> {
  const mediaId = await testMediaFile(db, {
    ...{ owner_id: ownerId, kind: 'clip', created_at: now, ready_at: now },
    ...{ duration_ms: durationMs ?? null, sha256: '0'.repeat(64) },
  });
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
