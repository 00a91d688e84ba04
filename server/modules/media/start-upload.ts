import { SOURCE_MAX_BYTES, UNUSED_UPLOAD_DAYS } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import type { SourceRow } from './queries.ts';
import { checkSpace, type UploadSpace } from './space.ts';
import { newStorageKey } from './storage.ts';

export interface Announced {
  fileName: string;
  sizeBytes: number;
  contentType: string;
  /** SHA-256 of the first and the last MiB, where the sender could compute it. */
  fingerprint: string | null;
}

/** An upload is kept for so long after its last byte, and a finished one as long without a use. */
export const KEPT_MS = UNUSED_UPLOAD_DAYS * DAY;

/** Reserves space for a source video, whose bytes follow in other requests. */
export async function startUpload(
  db: Database,
  ownerId: string,
  file: Announced,
  space: UploadSpace,
  now: Date,
): Promise<
  Outcome<
    SourceRow,
    'invalid_file_type' | 'file_too_large' | 'upload_quota' | 'own_uploads_full' | 'uploads_full'
  >
> {
  if (file.contentType !== 'video/mp4') return refuse('invalid_file_type');
  if (file.sizeBytes > SOURCE_MAX_BYTES) return refuse('file_too_large');
  return await transact(db, async (tx) => {
    const full = await checkSpace(tx, ownerId, file.sizeBytes, space);
    if (full) return full;
    return await tx
      .insertInto('media_files')
      .values({
        id: newId(),
        owner_id: ownerId,
        kind: 'source',
        state: 'uploading',
        file_name: file.fileName,
        content_type: 'video/mp4',
        size_bytes: BigInt(file.sizeBytes),
        fingerprint: file.fingerprint,
        storage_key: newStorageKey(),
        created_at: now,
        remove_at: after(now, KEPT_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}
