import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { freeingWrites } from './freeing-writes.ts';
import { type Pace, watchPace } from './upload-pace.ts';

export class TooManyBytes extends Error {}

/** Thrown when the upload was removed while its bytes arrived. */
export class Unwanted extends Error {}

/** Buffer size of writes, because disks are slow with 64 KiB at a time. */
export const CHUNK_BYTES = 1024 * 1024;

/** Sets after how many bytes, and by which call, bytes are flushed to the disk. */
export interface Flushing {
  /** A power cut loses at most about this many bytes; the sender then sends them again. */
  everyBytes: number;
  flush(file: FileHandle): Promise<void>;
}

export const FLUSHING: Flushing = { everyBytes: 64 * 1024 * 1024, flush: (file) => file.datasync() };

interface How {
  room: number;
  pace: Pace;
  flushing: Flushing;
  signal: AbortSignal;
  /**
   * Called after each flush during the request. Returns false if the upload was removed, so the request must
   * end.
   */
  onFlush(): Promise<boolean>;
}

/**
 * Writes a stream to a file from this offset on and flushes the file to the disk, also if the stream breaks
 * off. Bytes that could not be flushed are truncated, because the disk reports a failed flush only once, and
 * the sender resumes at the file's size.
 * @throws TooManyBytes after more than `room`, and keeps none of the bytes; TooSlow; Unwanted; the signal's
 * reason; or errors of the stream or the disk
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
    // Only the buffers of request bodies are freed, because nobody else reads these buffers.
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
  // The bytes are counted by a listener beside the pipeline: a stream within it would cost a quarter more
  // processor time.
  bytes.on('data', (chunk: Buffer) => {
    sender.took(chunk.length);
    taken += chunk.length;
    // Destroying the stream would close the connection before the sender gets a reply.
    if (taken > room) ending.abort(new TooManyBytes());
    else flushes.took(chunk.length);
  });
  // All bytes have arrived: from here on only the disk can be slow.
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
  /** Returns the offset up to which the file has been written. */
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
     * Flushes the written bytes, or truncates all of them if they are not kept.
     * @throws errors of the disk
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
