import { createSpectra, FRAME, SAMPLE_RATE } from './spectrum.ts';

/** Fingerprint items per second of the source. */
export const ITEMS_PER_SECOND = 16;
const HOP = SAMPLE_RATE / ITEMS_PER_SECOND;

/** The item of a silent frame. */
export const SILENT = 0;
/** A frame is silent below this mean square of its samples (1 is full scale): -66 dB. */
const SILENCE = 10 ** -6.6;

const LOWEST_HZ = 300;
const HIGHEST_HZ = 2_000;
/** Number of bands: one more than the bits of an item, because each bit compares two neighbouring bands. */
const BANDS = 33;

/** Factors by which a clip is faster and higher than its source; 1 is unchanged. */
export interface Change {
  tempo: number;
  pitch: number;
}

/** Returns the bins of the transform that separate the bands, at equal ratios, shifted by `pitch`. */
function bandEdges(pitch: number): Uint16Array {
  const edges = Uint16Array.from({ length: BANDS + 1 }, (_, i) =>
    Math.round((LOWEST_HZ * pitch * (HIGHEST_HZ / LOWEST_HZ) ** (i / BANDS) * FRAME) / SAMPLE_RATE),
  );
  // A band has at least one bin.
  for (let i = 1; i < edges.length; i++) edges[i] = Math.max(edges[i]!, edges[i - 1]! + 1);
  return edges;
}

/** Returns the number of items that this many samples yield. */
export const itemCount = (samples: number, { tempo }: Pick<Change, 'tempo'> = { tempo: 1 }): number =>
  Math.max(0, Math.floor((samples - FRAME) / (HOP / tempo)));

/** Returns the number of samples that these items need. */
export const samplesFor = (items: number): number => items * HOP + FRAME;

/**
 * Returns the fingerprint of mono sound at SAMPLE_RATE, samples of -1 to 1: one 32-bit item for each 1/16 s
 * of the source. `change` is the sound's tempo and pitch relative to the source. A bit says whether the
 * difference of two neighbouring bands' energies grew since the previous item (J. Haitsma, T. Kalker: A
 * Highly Robust Audio Fingerprinting System, 2002), so loudness and equalizers don't change it.
 */
export function fingerprint(samples: Float32Array, change: Change = { tempo: 1, pitch: 1 }): Int32Array {
  return fingerprints(samples, change.tempo, [change.pitch])[0]!;
}

/**
 * Returns one fingerprint for each of these pitches at one tempo. The spectra, which take nearly all of the
 * time, are computed once for all pitches.
 */
export function fingerprints(samples: Float32Array, tempo: number, pitches: number[]): Int32Array[] {
  const count = itemCount(samples.length, { tempo });
  const hop = HOP / tempo;
  const spectra = createSpectra();
  const energies = [new Float64Array(BANDS), new Float64Array(BANDS)] as const;
  const all = pitches.map((pitch) => ({
    items: new Int32Array(count),
    edges: bandEdges(pitch),
    before: new Float64Array(BANDS - 1),
  }));
  for (let frame = 0; frame <= count; frame += 2) {
    spectra.compute(samples, [Math.round(frame * hop), Math.round((frame + 1) * hop)]);
    for (const { items, edges, before } of all) {
      spectra.sumBands(edges, energies);
      const bits = [slopeBits(energies[0], before), slopeBits(energies[1], before)] as const;
      if (frame > 0) items[frame - 1] = bits[0];
      if (frame < count) items[frame] = bits[1];
    }
  }
  return all.map(({ items }) => items);
}

/**
 * SILENCE as energy of a frame's spectrum, by Parseval's theorem, with the Hann window's mean square of 3/8.
 */
const SILENT_ENERGY = SILENCE * FRAME * FRAME * (3 / 8) * 0.5;

/**
 * Returns the item of a frame. `before` contains the band differences of the previous frame, which are
 * overwritten with those of this frame.
 */
function slopeBits(energies: Float64Array, before: Float64Array): number {
  let bits = 0;
  let total = 0;
  for (let band = 0; band < BANDS; band++) total += energies[band]!;
  for (let band = 0; band + 1 < BANDS; band++) {
    const slope = Math.log((energies[band]! + 1e-9) / (energies[band + 1]! + 1e-9));
    if (slope > before[band]!) bits |= 1 << band;
    before[band] = slope;
  }
  return total < SILENT_ENERGY ? SILENT : bits;
}

/** Returns the loudest sample of each 1/16 s, 0 to 255, for a waveform. */
export function peaks(samples: Float32Array, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, i) => {
    let loudest = 0;
    const end = Math.min(samples.length, (i + 1) * HOP);
    for (let at = i * HOP; at < end; at++) loudest = Math.max(loudest, Math.abs(samples[at]!));
    return Math.min(255, Math.round(loudest * 255));
  });
}
