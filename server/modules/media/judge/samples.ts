import { assertReadable, findBox, requireBox, Unfit } from './boxes.ts';
import { countEntries, SAMPLES_MAX, sameSize } from './tables.ts';

/** Samples of a track and their times, in the track's time scale. */
export interface MediaTime {
  samples: number;
  /** Sum of the durations of all samples. */
  duration: number;
  /** Decoding time of a sample that would follow the last one. */
  next: number;
  /** When the last sample disappears, before edits are applied. */
  end: number;
}

/**
 * Returns the times of the samples that a sample table (stbl) names. Reads the tables of durations and shifts
 * run by run.
 */
export function timeOf(stbl: Buffer): MediaTime {
  const durations = runsOf('stts', requireBox(stbl, 'stts'));
  const shifts = runsOf('ctts', findBox(stbl, 'ctts'));
  let [samples, duration, end] = [0, 0, 0];
  for (let run = durations.peek(); run; run = durations.peek()) {
    const [count, each] = run;
    const [shifted, shift] = shifts.peek() ?? [count, 0];
    const taken = Math.min(count, shifted);
    duration += taken * each;
    samples += taken;
    // The shift is read as signed: version 0 of the table has no negative shifts, but QuickTime wrote them.
    end = Math.max(end, duration + (shift | 0));
    durations.skip(taken);
    shifts.skip(taken);
  }
  return { samples, duration, next: duration, end };
}

/** Reads a run-length table. Each entry is a count of samples, and the value that these samples share. */
function runsOf(kind: 'stts' | 'ctts', table: Buffer | null) {
  const entries = table ? countEntries(kind, table) : 0;
  let entry = 0;
  let taken = 0;
  return {
    /** Returns the unread part of the current entry; null after the last entry. */
    peek(): [count: number, value: number] | null {
      while (entry < entries && table!.readUInt32BE(8 + 8 * entry) === taken) {
        entry += 1;
        taken = 0;
      }
      if (entry === entries) return null;
      return [table!.readUInt32BE(8 + 8 * entry) - taken, table!.readUInt32BE(12 + 8 * entry)];
    },
    skip(samples: number): void {
      taken += samples;
    },
  };
}

/**
 * Checks that the bytes of a track's samples exist, from three tables: offsets of chunks, samples per chunk,
 * sizes of samples.
 * @throws Unfit when a sample's byte is missing or the tables contradict each other
 */
export function checkSamples(stbl: Buffer, fileBytes: number): void {
  const sizes = sizesOf(stbl);
  const chunks = chunksOf(stbl);
  const runs = requireBox(stbl, 'stsc');
  const runCount = countEntries('stsc', runs);
  let sample = 0;
  for (let run = 0; run < runCount; run++) {
    const from = runs.readUInt32BE(8 + 12 * run) - 1;
    const to = run + 1 < runCount ? runs.readUInt32BE(8 + 12 * (run + 1)) - 1 : chunks.count;
    const perChunk = runs.readUInt32BE(12 + 12 * run);
    assertReadable(from >= 0 && from < to && to <= chunks.count && perChunk > 0);
    for (let chunk = from; chunk < to && sample < sizes.count; chunk++) {
      let end = chunks.offsetOf(chunk);
      const next = Math.min(sample + perChunk, sizes.count);
      for (; sample < next; sample++) end += sizes.sizeOf(sample);
      if (end > fileBytes) throw new Unfit('file_truncated');
    }
  }
  assertReadable(sample === sizes.count);
}

export function sizesOf(stbl: Buffer) {
  const plain = findBox(stbl, 'stsz');
  const table = plain ?? requireBox(stbl, 'stz2');
  const count = countEntries(plain ? 'stsz' : 'stz2', table);
  assertReadable(count > 0 && count <= SAMPLES_MAX);
  return { count, sizeOf: plain ? plainSize(table) : packedSize(table) };
}

function plainSize(table: Buffer): (sample: number) => number {
  const same = sameSize(table);
  return same > 0 ? () => same : (sample) => table.readUInt32BE(12 + 4 * sample);
}

/** Returns a function that reads sizes of 4, 8 or 16 bits (ISO/IEC 14496-12 §8.7.3.3). */
function packedSize(table: Buffer): (sample: number) => number {
  const bits = table[7];
  if (bits === 16) return (sample) => table.readUInt16BE(12 + 2 * sample);
  if (bits === 8) return (sample) => table.readUInt8(12 + sample);
  assertReadable(bits === 4);
  return (sample) => (table.readUInt8(12 + (sample >> 1)) >> (sample % 2 === 0 ? 4 : 0)) & 0xf;
}

export function chunksOf(stbl: Buffer) {
  const short = findBox(stbl, 'stco');
  const table = short ?? requireBox(stbl, 'co64');
  return {
    count: countEntries(short ? 'stco' : 'co64', table),
    offsetOf: (chunk: number): number =>
      short ? table.readUInt32BE(8 + 4 * chunk) : Number(table.readBigUInt64BE(8 + 8 * chunk)),
  };
}
