import { z } from 'zod';
import { videoFormat } from '#contract/media.ts';
import { boundedQueue } from '#server/infra/bounded-queue.ts';
import { type ChildLimits, childProgram, runChild } from '#server/infra/child.ts';
import { SECOND } from '#server/infra/clock.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Fault, faults } from './judge/boxes.ts';
import type { VideoFacts } from './judge/judge-video.ts';

/** Describes an uploaded file, or names what is wrong with it. */
export type JudgeFile = (path: string) => Promise<Outcome<VideoFacts, Fault>>;

const limits: ChildLimits = { ms: 5 * SECOND, heapMb: 128, memoryMb: 256, outputBytes: 1024 };
/** Each takes a processor. Finished uploads queue without limit, so nobody has to send a whole video again. */
const queue = { atOnce: 2, waiting: Number.POSITIVE_INFINITY, retryAfterSeconds: 0 };

const verdict = z.union([
  z.object({
    durationMs: z.int().positive(),
    width: z.int().positive(),
    height: z.int().positive(),
    format: videoFormat,
  }),
  z.object({ fault: z.enum(faults) }),
]);

/** Judges files in child processes, because they come from strangers; a file that exceeds the limits counts as unreadable. */
export function judgeInChild({ program = judgeProgram, ms = limits.ms } = {}): JudgeFile {
  const inTurn = boundedQueue(queue);
  let made: Promise<string[]> | null = null;
  return async (path) => {
    made ??= program();
    const args = [...(await made), path];
    const verdict = read(await inTurn(() => runChild(args, { ...limits, ms })));
    return 'fault' in verdict ? refuse(verdict.fault) : verdict;
  };
}

function read(printed: Buffer | null): z.output<typeof verdict> {
  try {
    return verdict.parse(JSON.parse(String(printed)));
  } catch {
    return { fault: 'file_unreadable' };
  }
}

const judgeProgram = () => childProgram(new URL('./judge/main.ts', import.meta.url), 'judge-video');
