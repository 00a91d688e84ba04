import { assertReadable, findBox, requireBox } from '../judge/boxes.ts';
import { chunksOf, sizesOf } from '../judge/samples.ts';
import { countEntries } from '../judge/tables.ts';

export interface Sample {
  /** Offset in the file. */
  at: number;
  bytes: number;
  /** Decoding time, in the track's time scale. */
  time: number;
  duration: number;
  /** Time from decoding to display. */
  shift: number;
  isKey: boolean;
}

/**
 * Iterates over a run-length table (stts, ctts). Each call returns the next sample's value; 0 after the last
 * one.
 */
function runsOf(table: Buffer | null, kind: 'stts' | 'ctts', read: (at: number) => number): () => number {
  const entries = table ? countEntries(kind, table) : 0;
  let [entry, left, value] = [0, 0, 0];
  return () => {
    while (left === 0) {
      if (entry === entries) return 0;
      left = table!.readUInt32BE(8 + 8 * entry);
      value = read(12 + 8 * entry);
      entry += 1;
    }
    left -= 1;
    return value;
  };
}

/**
 * Returns a function that tells whether a sample is a key frame; call it with ascending samples. Without the
 * table all samples are key frames.
 */
function keysOf(table: Buffer | null): (sample: number) => boolean {
  if (!table) return () => true;
  const count = countEntries('stss', table);
  let entry = 0;
  return (sample) => {
    while (entry < count && table.readUInt32BE(8 + 4 * entry) <= sample) entry += 1;
    return entry < count && table.readUInt32BE(8 + 4 * entry) === sample + 1;
  };
}

/**
 * Yields the samples of a track in the order of its sample table (stbl), which was judged before.
 * @throws Unfit when the samples have more than one description
 */
export function* samplesOf(stbl: Buffer): Generator<Sample> {
  const sizes = sizesOf(stbl);
  const chunks = chunksOf(stbl);
  const stsc = requireBox(stbl, 'stsc');
  const runs = countEntries('stsc', stsc);
  const stts = requireBox(stbl, 'stts');
  const ctts = findBox(stbl, 'ctts');
  const durationOf = runsOf(stts, 'stts', (at) => stts.readUInt32BE(at));
  const shiftOf = runsOf(ctts, 'ctts', (at) => ctts!.readInt32BE(at));
  const isKey = keysOf(findBox(stbl, 'stss'));
  let [sample, time] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const [from, perChunk, description] = [0, 4, 8].map((at) => stsc.readUInt32BE(8 + 12 * run + at));
    const to = run + 1 < runs ? stsc.readUInt32BE(8 + 12 * (run + 1)) - 1 : chunks.count;
    assertReadable(description === 1);
    for (let chunk = from! - 1; chunk < to && sample < sizes.count; chunk++) {
      let at = chunks.offsetOf(chunk);
      for (const end = Math.min(sample + perChunk!, sizes.count); sample < end; sample++) {
        const [bytes, duration] = [sizes.sizeOf(sample), durationOf()];
        yield { at, bytes, time, duration, shift: shiftOf(), isKey: isKey(sample) };
        at += bytes;
        time += duration;
      }
    }
  }
}
