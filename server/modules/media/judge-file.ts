import { z } from 'zod';
import { videoFormat } from '#contract/media/media.ts';
import { boundedQueue } from '#server/infra/bounded-queue.ts';
import { type ChildLimits, childProgram, runChild } from '#server/infra/child.ts';
import { SECOND } from '#server/infra/clock.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Fault, faults } from './judge/boxes.ts';
import type { VideoFacts } from './judge/judge-video.ts';

/** Describes an uploaded file, or names its fault. */
export type JudgeFile = (path: string) => Promise<Outcome<VideoFacts, Fault>>;

const limits: ChildLimits = { ms: 20 * SECOND, heapMb: 128, memoryMb: 256, outputBytes: 1024 };
/**
 * Limits concurrent checks, because each uses a processor. The number of waiting files has no limit, so that
 * nobody has to send a whole video again.
 */
const queue = { atOnce: 2, waiting: Number.POSITIVE_INFINITY, retryAfterSeconds: 0 };

const verdict = z.union([
  z.object({
    durationMs: z.int().positive(),
    width: z.int().positive(),
    height: z.int().positive(),
    format: videoFormat,
    indexBytes: z.int().nonnegative(),
  }),
  z.object({ fault: z.enum(faults) }),
]);

/**
 * A file is refused only after this many failed tries: a refusal deletes the bytes, and a busy machine may
 * kill a child too.
 */
const TRIES = 3;

/**
 * Judges files in child processes, because they come from strangers; a file that exceeds the limits at each try counts as
 * unreadable.
 */
export function judgeInChild({ program = judgeProgram, ms = limits.ms, tries = TRIES } = {}): JudgeFile {
  const inTurn = boundedQueue(queue);
  let made: Promise<string[]> | null = null;
  return async (path) => {
    made ??= program();
    const args = [...(await made), path];
    for (let tried = 0; tried < tries; tried++) {
      const verdict = read(await inTurn(() => runChild(args, { ...limits, ms })));
      if (verdict) return 'fault' in verdict ? refuse(verdict.fault) : verdict;
    }
    return refuse('file_unreadable');
  };
}

/** Returns null if the output is not a verdict. */
function read(printed: Buffer | null): z.output<typeof verdict> | null {
  try {
    return verdict.parse(JSON.parse(String(printed)));
  } catch {
    return null;
  }
}

const judgeProgram = () => childProgram(new URL('./judge/main.ts', import.meta.url), 'judge-video');
