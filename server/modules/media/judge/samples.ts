import { demand, findBox, theBox, Unfit } from './boxes.ts';
import { countEntries, SAMPLES_MAX, sameSize } from './tables.ts';

/** Total duration, in the track's time scale, and number of the samples of a sample table (stbl). */
export function timeOf(stbl: Buffer): { samples: number; duration: number } {
  const table = theBox(stbl, 'stts');
  let samples = 0;
  let duration = 0;
  for (let entry = 0; entry < countEntries('stts', table); entry++) {
    const count = table.readUInt32BE(8 + 8 * entry);
    samples += count;
    duration += count * table.readUInt32BE(12 + 8 * entry);
  }
  demand(samples <= SAMPLES_MAX);
  return { samples, duration };
}

/**
 * Checks that the bytes of a track's samples exist, from three tables: offsets of chunks, samples per chunk, sizes of
 * samples.
 * @throws Unfit when a byte of them is missing or the tables contradict each other
 */
export function checkSamples(stbl: Buffer, fileBytes: number): void {
  const sizes = sizesOf(stbl);
  const chunks = chunksOf(stbl);
  const runs = theBox(stbl, 'stsc');
  const runCount = countEntries('stsc', runs);
  let sample = 0;
  for (let run = 0; run < runCount; run++) {
    const from = runs.readUInt32BE(8 + 12 * run) - 1;
    const to = run + 1 < runCount ? runs.readUInt32BE(8 + 12 * (run + 1)) - 1 : chunks.count;
    const perChunk = runs.readUInt32BE(12 + 12 * run);
    demand(from >= 0 && from < to && to <= chunks.count && perChunk > 0);
    for (let chunk = from; chunk < to && sample < sizes.count; chunk++) {
      let end = chunks.offsetOf(chunk);
      const next = Math.min(sample + perChunk, sizes.count);
      for (; sample < next; sample++) end += sizes.sizeOf(sample);
      if (end > fileBytes) throw new Unfit('file_truncated');
    }
  }
  demand(sample === sizes.count);
}

export function sizesOf(stbl: Buffer) {
  const plain = findBox(stbl, 'stsz');
  const table = plain ?? theBox(stbl, 'stz2');
  const count = countEntries(plain ? 'stsz' : 'stz2', table);
  demand(count > 0 && count <= SAMPLES_MAX);
  return { count, sizeOf: plain ? plainSize(table) : packedSize(table) };
}

function plainSize(table: Buffer): (sample: number) => number {
  const same = sameSize(table);
  return same > 0 ? () => same : (sample) => table.readUInt32BE(12 + 4 * sample);
}

/** Sizes of 4, 8 or 16 bits (ISO/IEC 14496-12 §8.7.3.3). */
function packedSize(table: Buffer): (sample: number) => number {
  const bits = table[7];
  if (bits === 16) return (sample) => table.readUInt16BE(12 + 2 * sample);
  if (bits === 8) return (sample) => table.readUInt8(12 + sample);
  demand(bits === 4);
  return (sample) => (table.readUInt8(12 + (sample >> 1)) >> (sample % 2 === 0 ? 4 : 0)) & 0xf;
}

export function chunksOf(stbl: Buffer) {
  const short = findBox(stbl, 'stco');
  const table = short ?? theBox(stbl, 'co64');
  return {
    count: countEntries(short ? 'stco' : 'co64', table),
    offsetOf: (chunk: number): number =>
      short ? table.readUInt32BE(8 + 4 * chunk) : Number(table.readBigUInt64BE(8 + 8 * chunk)),
  };
}
