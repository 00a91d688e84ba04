import { boundedQueue } from '#server/infra/bounded-queue.ts';
import { type ChildLimits, childProgram, runChild } from '#server/infra/child.ts';
import { MINUTE } from '#server/infra/clock.ts';

/**
 * Writes the seek index of an MP4 to `target`. Returns false if that failed; readers then use the file's own
 * index.
 */
export type MakeSeekIndex = (path: string, target: string) => Promise<boolean>;

/** Smaller indexes are not made, because reading the file's own index then costs only a request or two. */
export const LEAST_INDEX_BYTES = 256 * 1024;

/** The index of a file has at most 64 MiB (judge/walk.ts). */
const limits: ChildLimits = { ms: MINUTE, heapMb: 128, memoryMb: 384, outputBytes: 1024 };
const queue = { atOnce: 1, waiting: Number.POSITIVE_INFINITY, retryAfterSeconds: 0 };

/** Makes seek indexes in a child process, because the file comes from a stranger. */
export function seekIndexInChild(): MakeSeekIndex {
  const inTurn = boundedQueue(queue);
  let made: Promise<string[]> | null = null;
  return async (path, target) => {
    made ??= childProgram(new URL('./seek/main.ts', import.meta.url), 'seek-index');
    const args = [...(await made), path, target];
    return String(await inTurn(() => runChild(args, limits))) === 'true';
  };
}
