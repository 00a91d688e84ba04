import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { clipFilesRemoved } from '#contract/errors/media.ts';
import {
  CLIP_FILES_PERSON_BYTES,
  NEW_HOST_UPLOAD_BYTES,
  UNUSED_UPLOAD_DAYS,
  UNUSED_UPLOADS_MAX,
  UPLOAD_BYTES_PER_DOLLAR,
} from '#contract/limits.ts';
import { MICROS_PER_DOLLAR } from '#contract/money.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import { type Refusal, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { countUnused, depositedMicros, spaceAnnounced, spaceHeld, type UploadKind } from './queries.ts';

/** Storage limits in bytes: for the source videos of one person, and in total, files of clips included. */
export interface UploadSpace {
  personBytes: number;
  totalBytes: number;
}

const GB = 1000 ** 3;

/** Formats bytes: "19.5 GB"; "12 MB" below 0.1 GB. */
export function spaceText(bytes: number): string {
  if (bytes < GB / 10) return `${Math.ceil(bytes / 1000 ** 2)} MB`;
  return `${(bytes / GB).toFixed(1).replace(/\.0$/, '')} GB`;
}

/** The refusal when a person's own space for such files is full. */
interface OwnSpaceCode {
  source: 'own_uploads_full';
  clip: 'clip_files_full';
}
export type SpaceCode<Kind extends UploadKind> = 'upload_quota' | 'uploads_full' | OwnSpaceCode[Kind];

/**
 * Returns the space for the source videos of this host: small at first, and more with each dollar that the
 * host deposited.
 */
export async function hostBytes(db: Database | Tx, hostId: AccountId, space: UploadSpace): Promise<number> {
  const dollars = Number((await depositedMicros(db, hostId)) / MICROS_PER_DOLLAR);
  return Math.min(space.personBytes, NEW_HOST_UPLOAD_BYTES + dollars * UPLOAD_BYTES_PER_DOLLAR);
}

/** Locks the total space. Concurrent requests for space wait until the caller's transaction ends. */
export const lockSpace = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('upload_space'))`.execute(tx);

/**
 * Refuses a video for which there is no space. In a person's own space an upload counts in full once
 * announced. In the total space only arrived bytes count, so that an announcement takes nothing from others.
 */
export async function checkSpace<Kind extends UploadKind>(
  tx: Tx,
  kind: Kind,
  ownerId: AccountId,
  sizeBytes: number,
  space: UploadSpace,
): Promise<Refusal<SpaceCode<Kind>> | null> {
  // Serialized per person and in total; otherwise two concurrent uploads could both take the last space.
  await tx.selectFrom('accounts').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute();
  await lockSpace(tx);
  if ((await countUnused(tx, kind, ownerId)) >= UNUSED_UPLOADS_MAX) return refuse('upload_quota');
  const full = await checkOwnSpace[kind](tx, ownerId, sizeBytes, space);
  if (full) return full;
  const clips = await spaceHeld(tx, 'clip');
  if (kind === 'clip' && clips + sizeBytes > CLIPS_SHARE * space.totalBytes) {
    return refuse('uploads_full', {
      detail: `The files of clips take up all that is kept free for them. ${instead.clip}.`,
    });
  }
  const all = clips + (await spaceHeld(tx, 'source'));
  if (all + sizeBytes > space.totalBytes) {
    return refuse('uploads_full', {
      detail: `All videos take up ${spaceText(all)} of ${spaceText(space.totalBytes)}, and this one needs ${spaceText(sizeBytes)}. ${instead[kind]}, or try again another day.`,
    });
  }
  return null;
}

type OwnSpaceCheck<Code extends SpaceCode<UploadKind>> = (
  tx: Tx,
  ownerId: AccountId,
  sizeBytes: number,
  space: UploadSpace,
) => Promise<Refusal<Code> | null>;

const checkOwnSpace: { [Kind in UploadKind]: OwnSpaceCheck<OwnSpaceCode[Kind]> } = {
  async clip(tx, ownerId, sizeBytes, { personBytes }) {
    const own = await spaceAnnounced(tx, 'clip', ownerId);
    const most = Math.min(CLIP_FILES_PERSON_BYTES, personBytes);
    if (own + sizeBytes <= most) return null;
    return refuse('clip_files_full', {
      detail: `The files of your clips take up ${spaceText(own)} of ${spaceText(most)}, and this one needs ${spaceText(sizeBytes)}. ${clipFilesRemoved}`,
    });
  },
  async source(tx, ownerId, sizeBytes, space) {
    const own = await spaceAnnounced(tx, 'source', ownerId);
    const most = await hostBytes(tx, ownerId, space);
    if (own + sizeBytes <= most) return null;
    const grows = most < space.personBytes ? `${growthText(space)} ` : '';
    return refuse('own_uploads_full', {
      detail: `Your videos take up ${spaceText(own)} of ${spaceText(most)}, those on their way included, and this one needs ${spaceText(sizeBytes)}. ${grows}Use a link to it instead, or remove a video that no listing uses. Unused videos are removed automatically after ${UNUSED_UPLOAD_DAYS} days.`,
    });
  },
};

/** Returns a sentence about how a host gets more space. */
const growthText = ({ personBytes }: UploadSpace): string =>
  `Each $${GB / UPLOAD_BYTES_PER_DOLLAR} of confirmed deposits adds 1 GB, up to ${spaceText(personBytes)}.`;

/**
 * Refuses a request if the space that is held now exceeds the total space.
 * @param neededBytes the bytes that the refused request would bring
 */
export async function checkHeld(
  tx: Tx,
  kind: UploadKind,
  neededBytes: number,
  space: UploadSpace,
): Promise<Refusal<'uploads_full'> | null> {
  const clips = await spaceHeld(tx, 'clip');
  const all = clips + (await spaceHeld(tx, 'source'));
  const fits = kind !== 'clip' || clips <= CLIPS_SHARE * space.totalBytes;
  if (fits && all <= space.totalBytes) return null;
  return refuse('uploads_full', {
    detail: `There is no space for the next ${spaceText(neededBytes)} of this file right now. The received part is kept for ${UNUSED_UPLOAD_DAYS} days: continue the upload later. ${instead[kind]} if you can’t wait.`,
  });
}

/** Share of the total space for files of clips; the rest is for the hosts' videos. */
const CLIPS_SHARE = 0.25;

const instead = { source: 'Use a link to it instead', clip: 'Submit your clip without its file' };

/** Above this share of the limit System Health warns the operator. */
const NEARLY_FULL = 0.9;

export const uploadSpaceCheck = (db: Database, { totalBytes }: UploadSpace): HealthCheck => ({
  name: 'Uploads',
  async problem() {
    const taken = (await spaceHeld(db, 'source')) + (await spaceHeld(db, 'clip'));
    if (taken < NEARLY_FULL * totalBytes) return null;
    return `Source videos and files of clips take up ${spaceText(taken)} of ${spaceText(totalBytes)} (UPLOADS_TOTAL_GB); soon no more are taken.`;
  },
});
