import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Pace, UPLOAD_PACE, watchPace } from './pace.ts';

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
  remove(key: string): Promise<void>;
  removePart(partPath: string): Promise<void>;
}

/** Pictures are stored in a small size too, the sound of source videos as fingerprint and peaks. */
export type Form = 'file' | 'small' | 'fingerprint' | 'peaks';

export class TooManyBytes extends Error {}

export const newStorageKey = (): string => randomUUID();

export function createMediaStorage(dataDir: string, pace = UPLOAD_PACE): MediaStorage {
  const folderOf = (key: string) => join(dataDir, 'media', key);
  const pathOf = (key: string, form: Form = 'file') => join(folderOf(key), form);
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
    remove: (key) => rm(folderOf(key), { recursive: true, force: true }),
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
