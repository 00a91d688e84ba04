import { z } from 'zod';
import { boundedQueue } from '#server/infra/bounded-queue.ts';
import { type ChildLimits, childProgram, runChild } from '#server/infra/child.ts';
import { SECOND } from '#server/infra/clock.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Picture, type PictureFault, type PictureKind, SIDE_MAX } from './redraw/picture.ts';

/** Re-encodes an uploaded picture, or names its fault. */
export type RedrawPicture = (
  sent: Buffer,
  kind: PictureKind,
) => Promise<Outcome<Picture, 'photo_type' | 'photo_unreadable'>>;

/** The largest allowed picture, filled with noise, took 2 to 4 seconds and 350 MB on two busy cores. */
const limits: ChildLimits = { ms: 15 * SECOND, heapMb: 64, memoryMb: 768, outputBytes: 64 * 1024 ** 2 };
/** Limits concurrent work, because each picture uses a processor, and each waiting picture is in memory. */
const queue = { atOnce: 2, waiting: 50, retryAfterSeconds: 5 };

const answer = z.union([
  z.object({ fault: z.enum(['unreadable', 'too_many_pixels'] satisfies PictureFault[]) }),
  z.object({
    contentType: z.enum(['image/webp', 'image/png', 'image/jpeg']),
    width: z.int().positive(),
    height: z.int().positive(),
    sha256: z.hex().length(64),
    fullBytes: z.int().positive(),
    smallBytes: z.int().positive(),
  }),
]);

/**
 * Re-encodes pictures in child processes, because pictures come from strangers. A picture that exceeds the
 * limits is unreadable.
 */
export function redrawInChild({ program = redrawProgram, ms = limits.ms } = {}): RedrawPicture {
  const inTurn = boundedQueue(queue);
  let made: Promise<string[]> | null = null;
  return async (sent, kind) => {
    if (!beginnings.some((signature) => sent.subarray(0, signature.length).equals(signature))) {
      return refuse('photo_type');
    }
    made ??= program();
    const args = [...(await made), kind];
    return toOutcome(read(await inTurn(() => runChild(args, { ...limits, ms }, sent))));
  };
}

const redrawProgram = () => childProgram(new URL('./redraw/main.ts', import.meta.url), 'redraw-picture');

/** Magic bytes of JPEG and PNG; no process is started for anything else. */
const beginnings = [Buffer.from('ffd8ff', 'hex'), Buffer.from('89504e470d0a1a0a', 'hex')];

export function toOutcome(drawn: Picture | { fault: PictureFault }): Outcome<Picture, 'photo_unreadable'> {
  if (!('fault' in drawn)) return drawn;
  if (drawn.fault === 'unreadable') return refuse('photo_unreadable');
  return refuse('photo_unreadable', { detail: `A photo can be at most ${SIDE_MAX} pixels wide and high.` });
}

function read(printed: Buffer | null): Picture | { fault: PictureFault } {
  try {
    const end = printed!.indexOf('\n');
    const redrawn = answer.parse(JSON.parse(printed!.toString('utf8', 0, end)));
    if ('fault' in redrawn) return redrawn;
    const { fullBytes, smallBytes, ...facts } = redrawn;
    const bytes = printed!.subarray(end + 1);
    if (bytes.length !== fullBytes + smallBytes) return { fault: 'unreadable' };
    return { ...facts, full: bytes.subarray(0, fullBytes), small: bytes.subarray(fullBytes) };
  } catch {
    return { fault: 'unreadable' };
  }
}
