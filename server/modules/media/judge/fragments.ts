import { boxesIn, findBox, requireBox } from './boxes.ts';
import type { MediaTime } from './samples.ts';
import { countEntries, fieldsOfRun } from './tables.ts';

interface Defaults {
  duration: number;
  size: number;
}

/** Defaults for the samples of a fragmented movie, by track. */
export function readDefaults(moov: Buffer): Map<number, Defaults> {
  const mvex = findBox(moov, 'mvex');
  const defaults = new Map<number, Defaults>();
  for (const { kind, content } of mvex ? boxesIn(mvex) : []) {
    if (kind !== 'trex') continue;
    defaults.set(content.readUInt32BE(4), {
      duration: content.readUInt32BE(12),
      size: content.readUInt32BE(16),
    });
  }
  return defaults;
}

/**
 * Adds the samples of fragments (moof) to those that the index (moov) names. Samples whose bytes are missing
 * don't count.
 */
export class Fragments {
  /** A sample's bytes are missing: the recording broke off. */
  isCut = false;
  readonly #tracks: ReadonlyMap<number, MediaTime>;
  readonly #defaults: Map<number, Defaults>;
  readonly #fileBytes: number;

  /** @param tracks the known media time of each track, which `add` extends */
  constructor(tracks: ReadonlyMap<number, MediaTime>, defaults: Map<number, Defaults>, fileBytes: number) {
    this.#tracks = tracks;
    this.#defaults = defaults;
    this.#fileBytes = fileBytes;
  }

  /** @throws Unfit when a table declares more entries than it has */
  add(moof: Buffer, moofAt: number): void {
    let dataAt = moofAt;
    for (const { kind, content: traf } of boxesIn(moof)) {
      if (kind === 'traf') dataAt = this.#addTrack(traf, moofAt, dataAt);
    }
  }

  /** Returns the default offset of the next track's data. */
  #addTrack(traf: Buffer, moofAt: number, after: number): number {
    const { trackId, base, ...defaults } = this.#readHead(requireBox(traf, 'tfhd'), moofAt, after);
    const track = this.#tracks.get(trackId) ?? { samples: 0, duration: 0, next: 0, end: 0 };
    track.next = decodedAt(traf) ?? track.next;
    let at = base;
    for (const { kind, content: trun } of boxesIn(traf)) {
      if (kind !== 'trun') continue;
      const count = countEntries('trun', trun);
      const fields = fieldsOfRun(trun);
      if (fields.dataOffset) at = base + trun.readInt32BE(8);
      const run = readRun(trun, count, defaults, this.#fileBytes - at);
      at += run.bytes;
      this.isCut ||= run.samples < count;
      track.end = Math.max(track.end, track.next + run.end);
      track.next += run.duration;
      track.duration += run.duration;
      track.samples += run.samples;
    }
    return at;
  }

  #readHead(tfhd: Buffer, moofAt: number, after: number) {
    const flags = tfhd.readUInt32BE(0);
    const trackId = tfhd.readUInt32BE(4);
    const { duration, size } = this.#defaults.get(trackId) ?? { duration: 0, size: 0 };
    let at = 8;
    const next = (flag: number, bytes: number): number | null => {
      if (!(flags & flag)) return null;
      at += bytes;
      return at - bytes;
    };
    const baseAt = next(0x1, 8);
    next(0x2, 4);
    const durationAt = next(0x8, 4);
    const sizeAt = next(0x10, 4);
    const implied = flags & 0x20000 ? moofAt : after;
    return {
      trackId,
      base: baseAt === null ? implied : Number(tfhd.readBigUInt64BE(baseAt)),
      duration: durationAt === null ? duration : tfhd.readUInt32BE(durationAt),
      size: sizeAt === null ? size : tfhd.readUInt32BE(sizeAt),
    };
  }
}

/**
 * Returns the decoding time of a fragment's first sample (tfdt); null if the fragment continues the one
 * before.
 */
function decodedAt(traf: Buffer): number | null {
  const tfdt = findBox(traf, 'tfdt');
  if (!tfdt) return null;
  return tfdt[0] === 1 ? Number(tfdt.readBigUInt64BE(4)) : tfdt.readUInt32BE(4);
}

/**
 * Sums up the samples of a run whose bytes are within `room`. `end` is the time from the run's start until
 * the last of them disappears.
 */
function readRun(trun: Buffer, count: number, defaults: Defaults, room: number) {
  const fields = fieldsOfRun(trun);
  const run = { samples: 0, bytes: 0, duration: 0, end: 0 };
  if (fields.each === 0) {
    const samples = Math.max(
      0,
      defaults.size > 0 ? Math.min(count, Math.floor(room / defaults.size)) : count,
    );
    const duration = samples * defaults.duration;
    return { samples, bytes: samples * defaults.size, duration, end: duration };
  }
  for (; run.samples < count; run.samples++) {
    const at = 8 + 4 * (fields.before + run.samples * fields.each);
    const bytes = fields.size ? trun.readUInt32BE(at + 4 * fields.duration) : defaults.size;
    if (run.bytes + bytes > room) break;
    run.bytes += bytes;
    const duration = fields.duration ? trun.readUInt32BE(at) : defaults.duration;
    const shift = fields.shift ? trun.readInt32BE(at + 4 * (fields.each - 1)) : 0;
    run.end = Math.max(run.end, run.duration + duration + shift);
    run.duration += duration;
  }
  return run;
}
