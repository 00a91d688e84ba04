import { assertReadable } from '../judge/boxes.ts';
import type { Sample } from './samples-of.ts';

/** The samples of one track in a fragment, in decoding order. */
export interface Stretch {
  trackId: number;
  samples: Sample[];
}

/** Flags of a sample that is not a key frame (ISO/IEC 14496-12 §8.8.3.1). */
const NO_KEY = 0x10000;
const RELATIVE_MAX = 2 ** 31 - 1;

export function box(kind: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(content.length + 8), Buffer.from(kind, 'latin1'), content]);
}

/** Builds a box with a version and flags. */
export const fullBox = (kind: string, version: number, flags: number, ...parts: Buffer[]): Buffer =>
  box(kind, u32(version * 2 ** 24 + flags), ...parts);

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** Builds a fragment (moof) whose samples are in another file; `base` is the offset of that file's byte 0. */
export function fragmentOf(sequence: number, stretches: Stretch[], base: number): Buffer {
  const tracks = stretches.map((stretch) => trackPart(stretch, base));
  return box('moof', fullBox('mfhd', 0, 0, u32(sequence)), ...tracks);
}

/** Builds the part of one track. A value that all samples share is written only once. */
function trackPart({ trackId, samples }: Stretch, base: number): Buffer {
  const [first] = samples;
  const same = (value: keyof Sample) => samples.every((sample) => sample[value] === first![value]);
  const allKeys = first!.isKey && same('isKey');
  const fields = {
    duration: !same('duration'),
    bytes: !same('bytes'),
    shift: !same('shift') || first!.shift !== 0,
  };
  const shared = [
    ...(fields.duration ? [] : [first!.duration]),
    ...(fields.bytes ? [] : [first!.bytes]),
    allKeys ? 0 : NO_KEY,
  ];
  const flags = 0x1 | (fields.duration ? 0 : 0x8) | (fields.bytes ? 0 : 0x10) | 0x20;
  return box(
    'traf',
    fullBox('tfhd', 0, flags, u32(trackId), u64(base + first!.at), u32(...shared)),
    fullBox('tfdt', 1, 0, u64(first!.time)),
    ...runsOf(samples, allKeys).map((run) =>
      runOf(run, first!.at, { ...fields, isKey: !allKeys && run[0]!.isKey }),
    ),
  );
}

/**
 * Divides samples into runs. A new run begins at a gap between bytes, and before each key frame, because the
 * flags of a key frame can only be given for a run's first sample.
 */
function runsOf(samples: Sample[], allKeys: boolean): Sample[][] {
  const runs: Sample[][] = [];
  let end = -1;
  for (const sample of samples) {
    if (sample.at === end && (allKeys || !sample.isKey)) runs.at(-1)!.push(sample);
    else runs.push([sample]);
    end = sample.at + sample.bytes;
  }
  return runs;
}

interface Fields {
  duration: boolean;
  bytes: boolean;
  shift: boolean;
  /** Whether the run's first sample is a key frame. The other samples of the run are not. */
  isKey: boolean;
}

function runOf(run: Sample[], firstAt: number, fields: Fields): Buffer {
  const offset = run[0]!.at - firstAt;
  assertReadable(Math.abs(offset) <= RELATIVE_MAX);
  const each = (['duration', 'bytes', 'shift'] as const).filter((field) => fields[field]);
  const flags = { duration: 0x100, bytes: 0x200, shift: 0x800 };
  const own = each.reduce((sum, field) => sum | flags[field], 0x1 | (fields.isKey ? 0x4 : 0));
  const values = run.flatMap((sample) => each.map((field) => sample[field] >>> 0));
  return fullBox('trun', 1, own, u32(run.length, offset >>> 0, ...(fields.isKey ? [0] : []), ...values));
}
