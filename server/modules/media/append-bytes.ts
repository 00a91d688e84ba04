import type { Readable } from 'node:stream';
import type { AccountId } from '#contract/accounts/ids.ts';
import { UPLOAD_PIECE_BYTES } from '#contract/limits.ts';
import { after } from '#server/infra/clock.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { TooManyBytes, Unwanted } from './append-to.ts';
import { holdSpace, releaseForgotten, releaseSpace } from './hold-space.ts';
import { ownUpload, type UploadRow } from './queries.ts';
import { type Receiving, Superseded } from './receiving.ts';
import { KEPT_MS } from './start-upload.ts';
import type { MediaStorage } from './storage.ts';
import { TooSlow } from './upload-pace.ts';
import type { UploadSpace } from './upload-space.ts';

export interface UploadDeps {
  db: Database;
  storage: MediaStorage;
  receiving: Receiving;
  space: UploadSpace;
}

export interface Progress {
  file: UploadRow;
  /** Bytes that have arrived. */
  offset: number;
}

/**
 * Returns the arrived part of a person's own upload; null if there is no such upload, or it was refused or
 * erased.
 */
export async function readProgress(
  { db, storage }: Pick<UploadDeps, 'db' | 'storage'>,
  ownerId: AccountId,
  id: string,
): Promise<Progress | null> {
  const file = await ownUpload(db, ownerId, id);
  if (file?.state !== 'uploading' && file?.state !== 'ready') return null;
  return { file, offset: await offsetOf(storage, file) };
}

/**
 * Returns the number of bytes that have arrived. The stored part's size decides, not a count in the database.
 */
export async function offsetOf(storage: MediaStorage, file: UploadRow): Promise<number> {
  const isWhole = file.state === 'ready' || file.check_at !== null;
  return isWhole ? Number(file.size_bytes) : await storage.sizeOfPart(file.storage_key);
}

/** Bytes that a request appends to those that have arrived. */
export interface Sent {
  offset: number;
  /** The request's Content-Length; null if it has none. */
  length: number | null;
  bytes: Readable;
}

type Refused =
  | 'not_found'
  | 'upload_offset'
  | 'upload_superseded'
  | 'upload_too_slow'
  | 'file_too_large'
  | 'upload_piece_too_large'
  | 'uploads_at_once'
  | 'uploads_full'
  | 'disk_full';

/**
 * Appends bytes to an upload. If the connection breaks, the bytes that arrived before are kept. Once the last
 * byte is flushed to the disk, the file waits for its check.
 * @throws errors of the connection or the disk
 */
export async function appendBytes(
  deps: UploadDeps,
  ownerId: AccountId,
  id: string,
  sent: Sent,
  readNow: () => Date,
): Promise<Outcome<Progress, Refused>> {
  if (!(await ownUpload(deps.db, ownerId, id))) return refuse('not_found');
  return await deps.receiving.during({ id, ownerId }, (signal) =>
    takeIn(deps, ownerId, id, sent, readNow, signal),
  );
}

async function takeIn(
  deps: UploadDeps,
  ownerId: AccountId,
  id: string,
  { offset, length, bytes }: Sent,
  readNow: () => Date,
  signal: AbortSignal,
): Promise<Outcome<Progress, Refused>> {
  const { db, storage } = deps;
  const before = await readProgress(deps, ownerId, id);
  if (!before) return refuse('not_found');
  if (before.offset !== offset) return refuse('upload_offset');
  const { file } = before;
  const missing = Number(file.size_bytes) - offset;
  if (length !== null && length > missing) return tooLarge(file);
  if (missing === 0) return before;
  if (length !== null && length > UPLOAD_PIECE_BYTES) return refuse('upload_piece_too_large');
  const room = Math.min(missing, length ?? UPLOAD_PIECE_BYTES);
  const heldBytes = offset + room;
  const full = await holdSpace(db, file, { fromBytes: offset, endBytes: heldBytes }, deps.space);
  if (full) return full;
  const keep = () => keepLonger(db, storage, file, readNow());
  let arrivedBytes = offset;
  try {
    await storage.append(file.storage_key, offset, bytes, { room, signal, onFlush: keep });
  } catch (error) {
    if (error instanceof TooManyBytes)
      return room === missing ? tooLarge(file) : refuse('upload_piece_too_large');
    if (error instanceof Unwanted) return refuse('not_found');
    if (error instanceof Superseded) return refuse('upload_superseded');
    if (error instanceof TooSlow) return refuse('upload_too_slow');
    if (isDiskFull(error)) return refuse('disk_full');
    throw error;
  } finally {
    arrivedBytes = await storage.sizeOfPart(file.storage_key);
    await releaseSpace(db, id, { arrivedBytes, heldBytes });
    // A request without new bytes does not extend the upload's life.
    if (arrivedBytes !== offset) await keep();
  }
  if (arrivedBytes === Number(file.size_bytes)) await markComplete(db, id, readNow());
  return (await readProgress(deps, ownerId, id)) ?? refuse('not_found');
}

const tooLarge = (file: UploadRow) =>
  refuse('file_too_large', {
    detail: `The file is larger than the ${Number(file.size_bytes).toLocaleString('en-US')} bytes that were announced.`,
  });

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/**
 * Marks a file as whole if all its bytes have arrived but nobody recorded that, because the sender was cut
 * off or the server died at that moment.
 */
export async function markIfComplete(
  { db, storage }: Pick<UploadDeps, 'db' | 'storage'>,
  file: Pick<UploadRow, 'id' | 'storage_key' | 'size_bytes' | 'held_bytes' | 'remove_at'>,
  now: Date,
): Promise<void> {
  const arrivedBytes = await storage.sizeOfPart(file.storage_key);
  if (arrivedBytes !== Number(file.size_bytes)) return await releaseForgotten(db, file, arrivedBytes);
  await storage.flush(file.storage_key);
  await markComplete(db, file.id, now);
}

/** Queues the file for its check. All its bytes must be flushed before. */
async function markComplete(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('media_files')
    .set({ check_at: now })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .where('check_at', 'is', null)
    .execute();
}

/**
 * Restarts the upload's time limit at its last byte. Returns false if the upload no longer waits for bytes;
 * if it was removed or erased, its bytes are then deleted again.
 */
async function keepLonger(db: Database, storage: MediaStorage, file: UploadRow, now: Date): Promise<boolean> {
  const kept = await db
    .updateTable('media_files')
    .set({ remove_at: after(now, KEPT_MS) })
    .where('id', '=', file.id)
    .where('state', '=', 'uploading')
    .returning('id')
    .executeTakeFirst();
  if (kept) return true;
  const row = await db.selectFrom('media_files').select('state').where('id', '=', file.id).executeTakeFirst();
  if (!row || row.state === 'erased') await storage.remove(file.storage_key);
  return false;
}
