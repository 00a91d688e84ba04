import { sql } from 'kysely';
import { clipFilesRemoved } from '#contract/errors/media.ts';
import { CLIP_FILES_PERSON_BYTES, UNUSED_UPLOAD_DAYS, UNUSED_UPLOADS_MAX } from '#contract/limits.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import { type Refusal, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { countUnused, spaceTaken, type UploadKind } from './queries.ts';

/** Storage limits in bytes: for the source videos of one person, and in total, files of clips included. */
export interface UploadSpace {
  personBytes: number;
  totalBytes: number;
}

const GB = 1000 ** 3;

/** "19.5 GB"; "12 MB" below 0.1 GB. */
export function spaceText(bytes: number): string {
  if (bytes < GB / 10) return `${Math.ceil(bytes / 1000 ** 2)} MB`;
  return `${(bytes / GB).toFixed(1).replace(/\.0$/, '')} GB`;
}

export type SpaceCode = 'upload_quota' | 'own_uploads_full' | 'clip_files_full' | 'uploads_full';

/**
 * Whether there is space for one more video. Announced uploads count in full, and concurrent requests wait until
 * the caller's transaction ends.
 */
export async function checkSpace(
  tx: Tx,
  kind: UploadKind,
  ownerId: string,
  sizeBytes: number,
  space: UploadSpace,
): Promise<Refusal<SpaceCode> | null> {
  // Serialized per person and in total; otherwise two concurrent uploads could both be the last that fits.
  await tx.selectFrom('users').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute();
  await sql`select pg_advisory_xact_lock(hashtext('upload_space'))`.execute(tx);
  if ((await countUnused(tx, kind, ownerId)) >= UNUSED_UPLOADS_MAX) return refuse('upload_quota');
  const own = await spaceTaken(tx, kind, ownerId);
  if (kind === 'clip') {
    const most = Math.min(CLIP_FILES_PERSON_BYTES, space.personBytes);
    if (own + sizeBytes > most) {
      return refuse('clip_files_full', {
        detail: `The files of your clips take up ${spaceText(own)} of ${spaceText(most)}, and this one needs ${spaceText(sizeBytes)}. ${clipFilesRemoved}`,
      });
    }
    if ((await spaceTaken(tx, 'clip')) + sizeBytes > CLIPS_SHARE * space.totalBytes) {
      return refuse('uploads_full', {
        detail: `The files of clips take up all that is kept free for them. ${instead.clip}.`,
      });
    }
  } else if (own + sizeBytes > space.personBytes) {
    return refuse('own_uploads_full', {
      detail: `Your videos take up ${spaceText(own)} of ${spaceText(space.personBytes)}, those on their way included, and this one needs ${spaceText(sizeBytes)}. Use a link to it instead, or remove a video that no listing uses. Unused videos are removed automatically after ${UNUSED_UPLOAD_DAYS} days.`,
    });
  }
  const all = await totalTaken(tx);
  if (all + sizeBytes > space.totalBytes) {
    return refuse('uploads_full', {
      detail: `All videos take up ${spaceText(all)} of ${spaceText(space.totalBytes)}, and this one needs ${spaceText(sizeBytes)}. ${instead[kind]}, or try again another day.`,
    });
  }
  return null;
}

/** Of the whole: files of clips leave the rest to the hosts' videos. */
const CLIPS_SHARE = 0.25;

const instead = { source: 'Use a link to it instead', clip: 'Submit your clip without its file' };

const totalTaken = async (db: Database | Tx): Promise<number> =>
  (await spaceTaken(db, 'source')) + (await spaceTaken(db, 'clip'));

/** Above this share of the limit System Health warns the operator. */
const NEARLY_FULL = 0.9;

export const uploadSpaceCheck = (db: Database, { totalBytes }: UploadSpace): HealthCheck => ({
  name: 'Uploads',
  async problem() {
    const taken = await totalTaken(db);
    if (taken < NEARLY_FULL * totalBytes) return null;
    return `Source videos and files of clips take up ${spaceText(taken)} of ${spaceText(totalBytes)} (UPLOADS_TOTAL_GB); soon no more are taken.`;
  },
});
