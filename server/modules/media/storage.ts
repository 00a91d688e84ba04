import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { appendTo, FLUSHING, TooManyBytes, Unwanted } from './append-to.ts';
import { type Pace, UPLOAD_PACE, watchPace } from './pace.ts';

export { TooManyBytes, Unwanted };

/** Files by a key that the server generates: one folder per file, with the finished file and unfinished parts. */
export interface MediaStorage {
  pathOf(key: string, form?: Form): string;
  /**
   * Streams at most `limitBytes` to a part of its own and flushes it to the disk. The part is removed when the sender
   * stops early, falls behind or anything fails.
   * @throws TooManyBytes, or what the stream or the disk threw
   */
  receive(key: string, bytes: Readable, limitBytes: number): Promise<{ path: string; sizeBytes: number }>;
  /** Turns a part into the finished file or its small size, and removes parts that earlier senders left. */
  keep(key: string, partPath: string, form?: Form): Promise<void>;
  /** Null: there is no such form of the file. */
  sizeOf(key: string, form: Form): Promise<number | null>;
  /** How many bytes of an upload are here. */
  sizeOfPart(key: string): Promise<number>;
  /**
   * Appends to an upload's part; what arrives stays, however it ends, and is flushed to the disk at the latest then.
   * @throws TooManyBytes (none of these bytes is kept), Unwanted, or what the stream or the disk threw
   */
  append(key: string, offset: number, bytes: Readable, how: Appending): Promise<void>;
  /** Flushes an upload's part to the disk. */
  flush(key: string): Promise<void>;
  /** Where the bytes of a whole upload are; null when they are gone. */
  wholePath(key: string): Promise<string | null>;
  /** Turns a whole upload into the finished file, sharing the bytes of a finished file with the same ones. */
  finish(key: string, twinKey: string | null): Promise<void>;
  remove(key: string): Promise<void>;
  /** Where another program may write a part, for `keep`. */
  newPart(key: string): string;
  removePart(partPath: string): Promise<void>;
}

export interface Appending {
  /** So many bytes may come at most. */
  room: number;
  signal: AbortSignal;
  /** Called whenever bytes were flushed on the way; false: nobody waits for them any more. */
  onFlush(): Promise<boolean>;
}

/**
 * Pictures are stored in a small size too, beside source videos the fingerprint and peaks of their sound, a light copy, their
 * poster in both sizes and the sheets of their storyboard.
 */
export type Form =
  | 'file'
  | 'small'
  | 'fingerprint'
  | 'peaks'
  | 'light'
  | 'poster'
  | 'poster-small'
  | `sheet-${number}`;

export const newStorageKey = (): string => randomUUID();

export function createMediaStorage(dataDir: string, pace = UPLOAD_PACE, flushing = FLUSHING): MediaStorage {
  const folderOf = (key: string) => join(dataDir, 'media', key);
  const pathOf = (key: string, form: Form = 'file') => join(folderOf(key), form);
  const uploadOf = (key: string) => join(folderOf(key), 'upload');
  return {
    pathOf,
    async receive(key, bytes, limitBytes) {
      await mkdir(folderOf(key), { recursive: true });
      const path = join(folderOf(key), `part-${randomUUID()}`);
      try {
        return { path, sizeBytes: await write(path, bytes, limitBytes, pace) };
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    async keep(key, partPath, form) {
      await rename(partPath, pathOf(key, form));
      await syncFolder(folderOf(key));
      await removeStale(folderOf(key), pathOf(key, form));
    },
    sizeOf: (key, form) => sizeOf(pathOf(key, form)),
    sizeOfPart: async (key) => (await sizeOf(uploadOf(key))) ?? 0,
    async append(key, offset, bytes, how) {
      if ((await mkdir(folderOf(key), { recursive: true })) !== undefined || offset === 0) {
        await (await open(uploadOf(key), 'a')).close();
        await syncFolder(folderOf(key));
      }
      await appendTo(uploadOf(key), offset, bytes, { ...how, pace, flushing });
    },
    async flush(key) {
      const file = await open(uploadOf(key), 'r+');
      await file.sync().finally(() => file.close());
    },
    async wholePath(key) {
      for (const path of [uploadOf(key), pathOf(key)]) if ((await sizeOf(path)) !== null) return path;
      return null;
    },
    async finish(key, twinKey) {
      if (twinKey && (await shareBytes(pathOf(twinKey), pathOf(key))))
        await rm(uploadOf(key), { force: true });
      // It is there already when the server died after the rename.
      else if ((await sizeOf(uploadOf(key))) !== null) await rename(uploadOf(key), pathOf(key));
      await syncFolder(folderOf(key));
    },
    remove: (key) => rm(folderOf(key), { recursive: true, force: true }),
    newPart: (key) => join(folderOf(key), `part-${randomUUID()}`),
    removePart: (partPath) => rm(partPath, { force: true }),
  };
}

/** Buffer size of writes: disks are slow at 64 KiB at a time. */
const CHUNK_BYTES = 1024 * 1024;

async function write(path: string, bytes: Readable, limitBytes: number, pace: Pace): Promise<number> {
  const sender = watchPace(pace);
  let sizeBytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sender.took(chunk.length);
      sizeBytes += chunk.length;
      if (sizeBytes > limitBytes) done(new TooManyBytes());
      else done(null, chunk);
    },
    flush(done) {
      // What is left is the disk's work.
      sender.over();
      done();
    },
  });
  const file = createWriteStream(path, { flags: 'wx', highWaterMark: CHUNK_BYTES, flush: true });
  try {
    await pipeline(bytes, limit, file, { signal: sender.signal });
    return sizeBytes;
  } catch (error) {
    // An open that is still in progress would create the file again after its removal.
    if (!file.closed) await once(file, 'close');
    throw error;
  } finally {
    sender.over();
  }
}

const STALE_MS = 600_000;

/** A killed process leaves its part behind; an active one has written to it recently. */
async function removeStale(folder: string, finished: string): Promise<void> {
  const { mtimeMs: newest } = await stat(finished);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const part = name.startsWith('part-') ? await stat(path).catch(() => null) : null;
    if (part && newest - part.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}

/** Flushes the folder, without which a rename does not survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const sizeOf = async (path: string): Promise<number | null> =>
  await stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );

/** Makes one file's bytes a second file without copying them; false where the file system can't, or the first one is gone. */
async function shareBytes(from: string, to: string): Promise<boolean> {
  return await link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
  );
}
