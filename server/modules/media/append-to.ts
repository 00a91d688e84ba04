import { once } from 'node:events';
import { createWriteStream, fdatasync, type WriteStream } from 'node:fs';
import { truncate } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { type Pace, watchPace } from './pace.ts';

export class TooManyBytes extends Error {}

/** Buffer size of writes: disks are slow at 64 KiB at a time. */
export const CHUNK_BYTES = 1024 * 1024;

/** A power cut loses at most about so much of what arrived; the sender then sends it again. */
const FLUSH_EVERY_BYTES = 64 * 1024 * 1024;

const flushData = promisify(fdatasync);

interface How {
  room: number;
  pace: Pace;
  signal: AbortSignal;
  onFlush(): Promise<void>;
}

/**
 * Writes a stream to a file from this offset on and flushes it to the disk, also when the stream breaks off.
 * @throws TooManyBytes after more than `room`, none of which is kept; TooSlow; the signal's reason; or what the stream or
 *   the disk threw
 */
export async function appendTo(
  path: string,
  offset: number,
  bytes: Readable,
  { room, pace, signal, onFlush }: How,
): Promise<void> {
  const sender = watchPace(pace);
  const file = createWriteStream(path, {
    flags: 'r+',
    start: offset,
    highWaterMark: CHUNK_BYTES,
    flush: true,
  });
  const flushes = flushOnTheWay(file, onFlush);
  let taken = 0;
  // Beside the pipeline, because a stream between the two would cost a quarter more processor time.
  bytes.on('data', (chunk: Buffer) => {
    sender.took(chunk.length);
    taken += chunk.length;
    if (taken > room) bytes.destroy(new TooManyBytes());
    else flushes.took(chunk.length);
  });
  // What is left is the disk's work.
  bytes.once('end', sender.over);
  const ended = AbortSignal.any([signal, sender.signal]);
  try {
    await pipeline(bytes, file, { signal: ended });
  } catch (error) {
    if (!file.closed) await once(file, 'close');
    ended.throwIfAborted();
    if (error instanceof TooManyBytes) await truncate(path, offset);
    throw error;
  } finally {
    sender.over();
    await flushes.done();
  }
}

function flushOnTheWay(file: WriteStream, onFlush: () => Promise<void>) {
  let opened: number | null = null;
  file.once('open', (fd) => (opened = fd));
  let since = 0;
  let under: Promise<void> | null = null;
  let failure: unknown = null;
  const flush = async (fd: number) => {
    await flushData(fd);
    await onFlush();
  };
  return {
    took(length: number): void {
      since += length;
      if (since < FLUSH_EVERY_BYTES || under || opened === null) return;
      since = 0;
      under = flush(opened)
        .catch((error: NodeJS.ErrnoException) => {
          // The file was closed meanwhile, which flushed it.
          if (error.code !== 'EBADF') failure ??= error;
        })
        .finally(() => (under = null));
    },
    /** @throws what the disk said to a flush: it says so only once */
    async done(): Promise<void> {
      await under;
      if (failure) throw failure;
    },
  };
}
