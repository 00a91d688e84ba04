import type { Readable } from 'node:stream';
import type { ErrorCode } from '#contract/errors.ts';
import { SOURCE_MAX_BYTES, UNUSED_UPLOAD_DAYS } from '#contract/limits.ts';
import type { MediaFile } from '#contract/media.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import type { VideoFacts } from './judge/judge-video.ts';
import type { JudgeFile } from './judge-file.ts';
import { ownSource, toMediaFile } from './queries.ts';
import type { Receiving } from './receiving.ts';
import { checkSpace, type UploadSpace } from './space.ts';
import { type MediaStorage, newStorageKey, TooManyBytes } from './storage.ts';

export interface Announced {
  fileName: string;
  sizeBytes: number;
  contentType: string;
}

/** Time to finish an announced upload. */
const ANNOUNCED_MS = DAY;

/** Reserves space for a source video, whose bytes follow in another request. */
export async function startUpload(
  db: Database,
  ownerId: string,
  file: Announced,
  space: UploadSpace,
  now: Date,
): Promise<
  Outcome<
    MediaFile,
    'invalid_file_type' | 'file_too_large' | 'upload_quota' | 'own_uploads_full' | 'uploads_full'
  >
> {
  if (file.contentType !== 'video/mp4') return refuse('invalid_file_type');
  if (file.sizeBytes > SOURCE_MAX_BYTES) return refuse('file_too_large');
  return await transact(db, async (tx) => {
    const full = await checkSpace(tx, ownerId, file.sizeBytes, space);
    if (full) return full;
    const row = await tx
      .insertInto('media_files')
      .values({
        id: newId(),
        owner_id: ownerId,
        kind: 'source',
        state: 'uploading',
        file_name: file.fileName,
        content_type: 'video/mp4',
        size_bytes: BigInt(file.sizeBytes),
        storage_key: newStorageKey(),
        created_at: now,
        remove_at: after(now, ANNOUNCED_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toMediaFile(row);
  });
}

type Unfit = Extract<
  ErrorCode,
  | 'not_found'
  | 'changed_meanwhile'
  | 'file_too_large'
  | 'invalid_file_type'
  | 'file_truncated'
  | 'file_unreadable'
  | 'upload_in_progress'
  | 'uploads_at_once'
>;

export interface UploadDeps {
  db: Database;
  storage: MediaStorage;
  receiving: Receiving;
  judge: JudgeFile;
}

/**
 * Stores and checks the bytes of an announced upload. A file is ready only after it was checked, renamed and flushed to the
 * disk; an interrupted upload stays unfinished and can be sent again.
 * @throws what the connection or the disk threw
 */
export async function receiveContent(
  deps: UploadDeps,
  ownerId: string,
  id: string,
  bytes: Readable,
  now: Date,
): Promise<Outcome<MediaFile, Unfit>> {
  if (!(await ownSource(deps.db, ownerId, id))) return refuse('not_found');
  return await deps.receiving.during({ id, ownerId }, () => takeIn(deps, ownerId, id, bytes, now));
}

async function takeIn(
  deps: UploadDeps,
  ownerId: string,
  id: string,
  bytes: Readable,
  now: Date,
): Promise<Outcome<MediaFile, Unfit>> {
  const { db, storage } = deps;
  const file = await ownSource(db, ownerId, id);
  if (!file) return refuse('not_found');
  if (file.state !== 'uploading') return refuse('changed_meanwhile');
  const announced = Number(file.size_bytes);
  const part = await receive(storage, file.storage_key, bytes, announced);
  if (isRefusal(part)) return part;
  try {
    if (part.sizeBytes < announced) return refuse('file_truncated');
    const facts = await deps.judge(part.path);
    if (isRefusal(facts)) return await refuseFile(deps, file, facts);
    return await acceptFile(deps, file, facts, part.path, now);
  } finally {
    await storage.removePart(part.path);
  }
}

async function receive(storage: MediaStorage, key: string, bytes: Readable, announced: number) {
  try {
    return await storage.receive(key, bytes, announced);
  } catch (error) {
    if (!(error instanceof TooManyBytes)) throw error;
    return refuse('file_too_large', {
      detail: `The file is larger than the ${announced.toLocaleString('en-US')} bytes that were announced.`,
    });
  }
}

interface StoredFile {
  id: string;
  storage_key: string;
}

async function acceptFile(
  { db, storage }: { db: Database; storage: MediaStorage },
  file: StoredFile,
  facts: VideoFacts,
  partPath: string,
  now: Date,
): Promise<Outcome<MediaFile, 'changed_meanwhile'>> {
  return await transact(db, async (tx) => {
    const row = await tx
      .updateTable('media_files')
      .set({
        state: 'ready',
        duration_ms: BigInt(facts.durationMs),
        width: facts.width,
        height: facts.height,
        ready_at: now,
        remove_at: after(now, UNUSED_UPLOAD_DAYS * DAY),
      })
      .where('id', '=', file.id)
      .where('state', '=', 'uploading')
      .returningAll()
      .executeTakeFirst();
    if (!row) return refuse('changed_meanwhile');
    // Before the commit, so that a ready row always has its file; after a crash in between the upload is sent again.
    await storage.keep(file.storage_key, partPath);
    return toMediaFile(row);
  });
}

async function refuseFile<C extends ErrorCode>(
  { db, storage }: { db: Database; storage: MediaStorage },
  file: StoredFile,
  refusal: { code: C } & Outcome<never, C>,
): Promise<Outcome<never, C | 'changed_meanwhile'>> {
  const row = await db
    .updateTable('media_files')
    .set({ state: 'refused', refusal: refusal.code })
    .where('id', '=', file.id)
    .where('state', '=', 'uploading')
    .returning('id')
    .executeTakeFirst();
  if (!row) return refuse('changed_meanwhile');
  await storage.remove(file.storage_key);
  return refusal;
}
