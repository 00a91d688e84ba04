import { boxesIn, demand, findBox, theBox, Unfit } from './boxes.ts';
import { countEntries, fieldsOfRun, SAMPLES_MAX } from './tables.ts';

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

/** Adds up the fragments (moof) of one track, and checks that the bytes of all tracks exist. */
export class Fragments {
  /** In the track's time scale. */
  duration = 0;
  samples = 0;
  readonly #trackId: number;
  readonly #defaults: Map<number, Defaults>;
  readonly #fileBytes: number;

  constructor(trackId: number, defaults: Map<number, Defaults>, fileBytes: number) {
    this.#trackId = trackId;
    this.#defaults = defaults;
    this.#fileBytes = fileBytes;
  }

  /** @throws Unfit when a byte of its samples is missing or a table names more than it has */
  add(moof: Buffer, moofAt: number): void {
    let dataAt = moofAt;
    for (const { kind, content: traf } of boxesIn(moof)) {
      if (kind === 'traf') dataAt = this.#addTrack(traf, moofAt, dataAt);
    }
  }

  /** Returns the default offset of the next track's data. */
  #addTrack(traf: Buffer, moofAt: number, after: number): number {
    const { trackId, base, ...defaults } = this.#readHead(theBox(traf, 'tfhd'), moofAt, after);
    let at = base;
    for (const { kind, content: trun } of boxesIn(traf)) {
      if (kind !== 'trun') continue;
      const count = countEntries('trun', trun);
      const fields = fieldsOfRun(trun);
      if (fields.dataOffset) at = base + trun.readInt32BE(8);
      const { bytes, duration } = readRun(trun, count, defaults);
      at += bytes;
      if (at > this.#fileBytes) throw new Unfit('file_truncated');
      if (trackId !== this.#trackId) continue;
      this.duration += duration;
      this.samples += count;
      demand(this.samples <= SAMPLES_MAX);
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

/** Total bytes and duration of the samples of a run. */
function readRun(trun: Buffer, count: number, defaults: Defaults): { bytes: number; duration: number } {
  const fields = fieldsOfRun(trun);
  let bytes = fields.size ? 0 : count * defaults.size;
  let duration = fields.duration ? 0 : count * defaults.duration;
  for (let sample = 0; fields.each > 0 && sample < count; sample++) {
    const at = 8 + 4 * (fields.before + sample * fields.each);
    if (fields.duration) duration += trun.readUInt32BE(at);
    if (fields.size) bytes += trun.readUInt32BE(at + 4 * fields.duration);
  }
  return { bytes, duration };
}
