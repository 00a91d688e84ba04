import type { AccountId } from '#contract/accounts/ids.ts';
import {
  CLIP_FILE_MAX_BYTES,
  SOURCE_MAX_BYTES,
  UNBEGUN_UPLOAD_HOURS,
  UNUSED_UPLOAD_DAYS,
} from '#contract/limits.ts';
import { VIDEO_TYPES } from '#contract/media/media.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { UploadKind, UploadRow } from './queries.ts';
import { newStorageKey } from './storage.ts';
import { checkSpace, type SpaceCode, type UploadSpace } from './upload-space.ts';

export interface Announced {
  fileName: string;
  sizeBytes: number;
  contentType: string;
  /** SHA-256 of the first and the last MiB, if the sender could compute it. */
  fingerprint: string | null;
}

interface SizeCode {
  source: 'file_too_large';
  clip: 'clip_file_too_large';
}
export type StartCode<Kind extends UploadKind> = 'invalid_file_type' | SizeCode[Kind] | SpaceCode<Kind>;

/** An upload is kept this long after its last byte, and an unused finished one this long after its check. */
export const KEPT_MS = UNUSED_UPLOAD_DAYS * DAY;

const sizes: { [Kind in UploadKind]: { most: number; code: SizeCode[Kind] } } = {
  source: { most: SOURCE_MAX_BYTES, code: 'file_too_large' },
  clip: { most: CLIP_FILE_MAX_BYTES, code: 'clip_file_too_large' },
};

/**
 * Begins an upload, whose bytes follow in other requests. The upload uses the total space only as its bytes
 * arrive (hold-space.ts).
 */
export async function startUpload<Kind extends UploadKind>(
  tx: Tx,
  kind: Kind,
  ownerId: AccountId,
  file: Announced,
  space: UploadSpace,
  now: Date,
): Promise<Outcome<UploadRow, StartCode<Kind>>> {
  if (!(VIDEO_TYPES as readonly string[]).includes(file.contentType)) return refuse('invalid_file_type');
  if (file.sizeBytes > sizes[kind].most) return refuse(sizes[kind].code);
  const full = await checkSpace(tx, kind, ownerId, file.sizeBytes, space);
  if (full) return full;
  return await tx
    .insertInto('media_files')
    .values({
      id: newId(),
      owner_id: ownerId,
      kind,
      state: 'uploading',
      file_name: file.fileName,
      // The type with which the file is served: no browser plays a source of type QuickTime.
      content_type: 'video/mp4',
      size_bytes: BigInt(file.sizeBytes),
      held_bytes: 0n,
      fingerprint: file.fingerprint,
      storage_key: newStorageKey(),
      created_at: now,
      remove_at: after(now, UNBEGUN_UPLOAD_HOURS * HOUR),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
