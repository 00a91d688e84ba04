import type { Readable } from 'node:stream';
import { after } from '#server/infra/clock.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { TooManyBytes, Unwanted } from './append-to.ts';
import { TooSlow } from './pace.ts';
import { ownUpload, type UploadRow } from './queries.ts';
import { type Receiving, Superseded } from './receiving.ts';
import { KEPT_MS } from './start-upload.ts';
import type { MediaStorage } from './storage.ts';

export interface UploadDeps {
  db: Database;
  storage: MediaStorage;
  receiving: Receiving;
}

export interface Progress {
  file: UploadRow;
  /** So many bytes are here. */
  offset: number;
}

/** How much of an own upload is here; null without such an upload, or when it was refused or erased. */
export async function readProgress(
  { db, storage }: Pick<UploadDeps, 'db' | 'storage'>,
  ownerId: string,
  id: string,
): Promise<Progress | null> {
  const file = await ownUpload(db, ownerId, id);
  if (file?.state !== 'uploading' && file?.state !== 'ready') return null;
  return { file, offset: await offsetOf(storage, file) };
}

/** The size of the part is the truth. */
export async function offsetOf(storage: MediaStorage, file: UploadRow): Promise<number> {
  const isWhole = file.state === 'ready' || file.check_at !== null;
  return isWhole ? Number(file.size_bytes) : await storage.sizeOfPart(file.storage_key);
}

/** Bytes that follow on those that are here. */
export interface Sent {
  offset: number;
  /** As announced by the request; null where it does not say. */
  length: number | null;
  bytes: Readable;
}

type Refused =
  | 'not_found'
  | 'upload_offset'
  | 'upload_superseded'
  | 'upload_too_slow'
  | 'file_too_large'
  | 'uploads_at_once'
  | 'disk_full';

/**
 * Appends bytes to an upload. What arrived before a connection broke stays; with the last byte, flushed to the disk, the
 * file waits for its check.
 * @throws what the connection or the disk threw
 */
export async function appendBytes(
  deps: UploadDeps,
  ownerId: string,
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
  ownerId: string,
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
  const room = Number(file.size_bytes) - offset;
  if (length !== null && length > room) return tooLarge(file);
  if (room === 0) return before;
  const keep = () => keepLonger(db, storage, file, readNow());
  try {
    await storage.append(file.storage_key, offset, bytes, { room, signal, onFlush: keep });
  } catch (error) {
    if (error instanceof TooManyBytes) return tooLarge(file);
    if (error instanceof Unwanted) return refuse('not_found');
    if (error instanceof Superseded) return refuse('upload_superseded');
    if (error instanceof TooSlow) return refuse('upload_too_slow');
    if (isDiskFull(error)) return refuse('disk_full');
    throw error;
  } finally {
    await keep();
  }
  if ((await storage.sizeOfPart(file.storage_key)) === offset + room) await noteWhole(db, id, readNow());
  return (await readProgress(deps, ownerId, id)) ?? refuse('not_found');
}

const tooLarge = (file: UploadRow) =>
  refuse('file_too_large', {
    detail: `The file is larger than the ${Number(file.size_bytes).toLocaleString('en-US')} bytes that were announced.`,
  });

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** For a file whose last byte nobody noted: its sender was ended, or the server died, in that moment. */
export async function noteIfWhole(
  { db, storage }: Pick<UploadDeps, 'db' | 'storage'>,
  file: Pick<UploadRow, 'id' | 'storage_key' | 'size_bytes'>,
  now: Date,
): Promise<void> {
  if ((await storage.sizeOfPart(file.storage_key)) !== Number(file.size_bytes)) return;
  await storage.flush(file.storage_key);
  await noteWhole(db, file.id, now);
}

/** The file is checked next. All its bytes are flushed. */
async function noteWhole(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('media_files')
    .set({ check_at: now })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .where('check_at', 'is', null)
    .execute();
}

/**
 * Counts the days of an upload from its last byte. False when no row waits for bytes any more; of a file that was removed or erased the
 * bytes go again.
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
