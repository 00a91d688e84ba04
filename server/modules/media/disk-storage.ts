import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { appendTo, FLUSHING, TooManyBytes } from './append-to.ts';
import type { Form, MediaStorage } from './storage.ts';
import { type Pace, UPLOAD_PACE, watchPace } from './upload-pace.ts';

export interface DiskStorage extends MediaStorage {
  pathOf(key: string, form?: Form): string;
}

/** Stores each file in a folder below `dataDir`/media. */
export function createDiskStorage(dataDir: string, pace = UPLOAD_PACE, flushing = FLUSHING): DiskStorage {
  const folderOf = (key: string) => join(dataDir, 'media', key);
  const pathOf = (key: string, form: Form = 'file') => join(folderOf(key), form);
  const uploadOf = (key: string) => join(folderOf(key), 'upload');
  return {
    pathOf,
    locate: async (key, form) => ({ path: pathOf(key, form) }),
    borrow: (key, form, work) => work(pathOf(key, form)),
    read: (key, form) => readFile(pathOf(key, form)),
    writeAt: (key, form, position, bytes) => writeAt(pathOf(key, form), position, bytes),
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
    async whereWhole(key) {
      if ((await sizeOf(uploadOf(key))) !== null) return 'upload';
      return (await sizeOf(pathOf(key))) === null ? null : 'file';
    },
    borrowWhole: (key, whole, work) => work(whole === 'upload' ? uploadOf(key) : pathOf(key)),
    async finish(key, twinKey) {
      if (twinKey && (await shareBytes(pathOf(twinKey), pathOf(key))))
        await rm(uploadOf(key), { force: true });
      // The file exists already if the server died after the rename.
      else if ((await sizeOf(uploadOf(key))) !== null) await rename(uploadOf(key), pathOf(key));
      await syncFolder(folderOf(key));
    },
    remove: (key) => rm(folderOf(key), { recursive: true, force: true }),
    newPart: (key) => join(folderOf(key), `part-${randomUUID()}`),
    removePart: (partPath) => rm(partPath, { force: true }),
  };
}

/** Buffer size of writes, because disks are slow with 64 KiB at a time. */
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
      // All bytes have arrived: from here on only the disk can be slow.
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

/**
 * Removes the parts that killed processes left. A part that was written to recently is still being received,
 * and is kept.
 */
async function removeStale(folder: string, finished: string): Promise<void> {
  const { mtimeMs: newest } = await stat(finished);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const part = name.startsWith('part-') ? await stat(path).catch(() => null) : null;
    if (part && newest - part.mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}

/** Flushes the folder; otherwise a rename does not survive a power cut. */
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

/**
 * Makes a second file share one file's bytes (hard link); false if the file system can't, or the first file
 * is gone.
 */
async function shareBytes(from: string, to: string): Promise<boolean> {
  return await link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
  );
}

/** Writes the bytes at this position and flushes them to the disk. */
async function writeAt(path: string, position: number, bytes: Buffer): Promise<void> {
  // Creates the file if it is missing.
  await (await open(path, 'a')).close();
  const file = await open(path, 'r+');
  try {
    await file.write(bytes, 0, bytes.length, position);
    await file.sync();
  } finally {
    await file.close();
  }
}
