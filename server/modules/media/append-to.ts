import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { freeingWrites } from './freeing-writes.ts';
import { type Pace, watchPace } from './pace.ts';

export class TooManyBytes extends Error {}

/** Nobody waits for the bytes any more. */
export class Unwanted extends Error {}

/** Buffer size of writes: disks are slow at 64 KiB at a time. */
export const CHUNK_BYTES = 1024 * 1024;

/** How the bytes get to the disk. */
export interface Flushing {
  /** A power cut loses at most about so much of what arrived; the sender then sends it again. */
  everyBytes: number;
  flush(file: FileHandle): Promise<void>;
}

export const FLUSHING: Flushing = { everyBytes: 64 * 1024 * 1024, flush: (file) => file.datasync() };

interface How {
  room: number;
  pace: Pace;
  flushing: Flushing;
  signal: AbortSignal;
  /** Called after each flush on the way; false: nobody waits for the bytes any more. */
  onFlush(): Promise<boolean>;
}

/**
 * Writes a stream to a file from this offset on and flushes it to the disk, also when the stream breaks off. What could not
 * be flushed is cut off again: the disk says so only once, and the file's size is what the sender goes on from.
 * @throws TooManyBytes after more than `room`, none of which is kept; TooSlow; Unwanted; the signal's reason; or what the
 *   stream or the disk threw
 */
export async function appendTo(path: string, offset: number, bytes: Readable, how: How): Promise<void> {
  const disk = await open(path, 'r+');
  try {
    await write(disk, path, offset, bytes, how);
  } finally {
    await disk.close();
  }
}

async function write(
  disk: FileHandle,
  path: string,
  offset: number,
  bytes: Readable,
  { room, pace, flushing, signal, onFlush }: How,
): Promise<void> {
  const sender = watchPace(pace);
  const ending = new AbortController();
  const file = createWriteStream(path, {
    ...{ flags: 'r+', start: offset, highWaterMark: CHUNK_BYTES },
    // What a request brings is nobody else's.
    ...(bytes instanceof IncomingMessage && { fs: freeingWrites }),
  });
  const flushes = flushOnTheWay({
    disk,
    flushing,
    written: () => offset + file.bytesWritten,
    onFlush,
    fail: (error) => ending.abort(error),
  });
  let taken = 0;
  // Beside the pipeline, because a stream between the two would cost a quarter more processor time.
  bytes.on('data', (chunk: Buffer) => {
    sender.took(chunk.length);
    taken += chunk.length;
    // Destroying the stream would close the connection on a sender who is owed an answer.
    if (taken > room) ending.abort(new TooManyBytes());
    else flushes.took(chunk.length);
  });
  // What is left is the disk's work.
  bytes.once('end', sender.over);
  const ended = AbortSignal.any([signal, sender.signal, ending.signal]);
  try {
    await pipeline(bytes, file, { signal: ended });
  } catch (error) {
    if (!file.closed) await once(file, 'close');
    ended.throwIfAborted();
    throw error;
  } finally {
    sender.over();
    await flushes.done(offset, taken <= room);
  }
}

interface OnTheWay extends Pick<How, 'flushing' | 'onFlush'> {
  disk: FileHandle;
  /** Up to where the file has been written. */
  written: () => number;
  fail: (error: unknown) => void;
}

function flushOnTheWay({ disk, flushing, written, onFlush, fail }: OnTheWay) {
  let since = 0;
  let flushedTo: number | null = null;
  let under: Promise<void> | null = null;
  let failure: unknown = null;
  const flush = async () => {
    const upTo = written();
    try {
      await flushing.flush(disk);
    } catch (error) {
      failure = error;
      throw error;
    }
    flushedTo = upTo;
    if (!(await onFlush())) throw new Unwanted();
  };
  return {
    took(length: number): void {
      since += length;
      if (since < flushing.everyBytes || under) return;
      since = 0;
      under = flush()
        .catch(fail)
        .finally(() => (under = null));
    },
    /**
     * Flushes what is there, or cuts all of it off again.
     * @throws what the disk said
     */
    async done(offset: number, isKept: boolean): Promise<void> {
      await under;
      if (!isKept) await disk.truncate(offset);
      try {
        if (failure) throw failure;
        await flushing.flush(disk);
      } catch (error) {
        await disk.truncate(isKept ? (flushedTo ?? offset) : offset);
        throw error;
      }
    },
  };
}
