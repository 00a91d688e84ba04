import { z } from 'zod';
import { boundedQueue } from '#server/infra/bounded-queue.ts';
import { type ChildLimits, childProgram, runChild } from '#server/infra/child.ts';
import { MINUTE } from '#server/infra/clock.ts';
import type { NoSound } from './decode.ts';
import type { Segment } from './locate.ts';
import { itemsOfSlice } from './slices.ts';

/** The sound of a slice: its fingerprint's bytes, and the loudness of each item as a byte. */
export interface SliceSound {
  state: 'sound';
  fingerprint: Buffer;
  peaks: Buffer;
}

/**
 * Reads a slice in a child process. Resolves to null if the file could not be read, because the child crashed
 * or exceeded its time or memory.
 */
export type ReadSlice = (
  path: string,
  durationMs: number,
  slice: number,
) => Promise<SliceSound | NoSound | null>;

const limits: ChildLimits = { ms: 2 * MINUTE, heapMb: 512, memoryMb: 1536, outputBytes: 1024 ** 2 };
/** One slice at a time, because each uses a processor and much memory, and nobody waits for the result. */
const queue = { atOnce: 1, waiting: Number.POSITIVE_INFINITY, retryAfterSeconds: 0 };

const noSound = z.discriminatedUnion('state', [
  z.object({ state: z.literal('silent') }),
  z.object({ state: z.literal('undecodable'), codec: z.string().max(50) }),
]);
const sliceHead = z.union([z.object({ state: z.literal('sound') }), noSound]);

/** Finds a clip's sound in the fingerprint of a source. Null: the clip's file could not be read. */
export type LocateSound = (
  path: string,
  durationMs: number,
  fingerprintPath: string,
) => Promise<{ state: 'sound'; isEnough: boolean; segments: Segment[] } | NoSound | null>;

const segment = z.object({
  tempo: z.number(),
  pitch: z.number(),
  clipFromMs: z.int().nonnegative(),
  clipToMs: z.int().positive(),
  sourceFromMs: z.int().nonnegative(),
  sourceToMs: z.int().positive(),
  bitError: z.number().min(0).max(1),
});
const located = z.union([
  z.object({ state: z.literal('sound'), isEnough: z.boolean(), segments: z.array(segment) }),
  noSound,
]);

/** A longer file is compared only up to this length, because no paid platform has longer clips. */
const CLIP_SECONDS_MAX = 15 * 60;

interface Decoder {
  /** Null: sound is decoded in WebAssembly. */
  ffmpegPath: string | null;
}

/** Decodes sound in child processes, because files come from strangers. */
export function readSlicesInChild({ ffmpegPath }: Decoder, program = prepareProgram): ReadSlice {
  const inTurn = boundedQueue(queue);
  let made: Promise<string[]> | null = null;
  return async (path, durationMs, slice) => {
    made ??= program();
    const items = itemsOfSlice(durationMs, slice);
    const args = [...(await made), JSON.stringify({ path, ffmpegPath, slice, items })];
    const printed = await inTurn(() => runChild(args, limits));
    return printed && parseSlice(printed, items);
  };
}

/** Compares clips in child processes, because their files come from strangers. */
export function locateInChild({ ffmpegPath }: Decoder, program = locateProgram): LocateSound {
  const inTurn = boundedQueue(queue);
  let made: Promise<string[]> | null = null;
  return async (path, durationMs, fingerprintPath) => {
    made ??= program();
    const seconds = Math.min(CLIP_SECONDS_MAX, durationMs / 1000);
    const args = [...(await made), JSON.stringify({ path, ffmpegPath, seconds, fingerprintPath })];
    const printed = await inTurn(() => runChild(args, limits));
    return printed && parse(located, printed);
  };
}

function parseSlice(printed: Buffer, items: number): SliceSound | NoSound | null {
  const end = printed.indexOf('\n');
  const head = parse(sliceHead, printed.subarray(0, Math.max(0, end)));
  if (head?.state !== 'sound') return head;
  const bytes = printed.subarray(end + 1);
  if (bytes.length !== 5 * items) return null;
  return { ...head, fingerprint: bytes.subarray(0, 4 * items), peaks: bytes.subarray(4 * items) };
}

function parse<T>(schema: z.ZodType<T>, printed: Buffer): T | null {
  try {
    return schema.parse(JSON.parse(printed.toString()));
  } catch {
    return null;
  }
}

const prepareProgram = () => childProgram(new URL('./prepare-main.ts', import.meta.url), 'prepare-sound');
const locateProgram = () => childProgram(new URL('./locate-main.ts', import.meta.url), 'locate-sound');
