import { boundedQueue } from '#server/infra/bounded-queue.ts';
import { type ChildLimits, childProgram, runChild } from '#server/infra/child.ts';
import { MINUTE, SECOND } from '#server/infra/clock.ts';

/**
 * Returns the SHA-256 of a file, in hexadecimal.
 * @throws when the file can't be read in time
 */
export type HashFile = (path: string, sizeBytes: number) => Promise<string>;

/** Read speed of the slowest disk that must work. */
const BYTES_A_SECOND = 10 * 1024 ** 2;
const limits: ChildLimits = { ms: MINUTE, heapMb: 64, memoryMb: 256, outputBytes: 1024 };

/**
 * Limits concurrent hashes, because each reads the disk at full speed. The number of waiting files has no
 * limit, so that nobody has to send a whole video again.
 */
const queue = { atOnce: 2, waiting: Number.POSITIVE_INFINITY, retryAfterSeconds: 0 };

/** Hashes files in a child process, because a hash uses a processor for seconds. */
export function hashInChild(): HashFile {
  const inTurn = boundedQueue(queue);
  let made: Promise<string[]> | null = null;
  return async (path, sizeBytes) => {
    made ??= childProgram(new URL('./hash/main.ts', import.meta.url), 'hash-file');
    const ms = limits.ms + Math.ceil(sizeBytes / BYTES_A_SECOND) * SECOND;
    const args = [...(await made), path];
    const printed = await inTurn(() => runChild(args, { ...limits, ms }));
    if (printed?.length !== 64) throw new Error(`${path} could not be read`);
    return String(printed);
  };
}
