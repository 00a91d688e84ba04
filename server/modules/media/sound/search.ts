import { ITEMS_PER_SECOND, SILENT } from './fingerprint.ts';

/** Items of a searched window: 3 s. */
export const WINDOW = 3 * ITEMS_PER_SECOND;
const ITEM_BITS = 32;

/**
 * Largest share of bits that differ in a window of the same sound. Measured on speech: below 0.17 for all
 * edits that are found; above 0.39 for the closest unrelated speech by the same voice.
 */
export const BIT_ERROR_MAX = 0.3;

/**
 * Items of a window that are compared first, and the number of differing bits above which the rest is
 * skipped.
 */
const PROBES = [0, WINDOW / 4, WINDOW / 2, (3 * WINDOW) / 4] as const;
const PROBE_BITS_MAX = Math.floor(0.42 * PROBES.length * ITEM_BITS);
const HALF_PROBE_BITS_MAX = Math.floor(0.44 * (PROBES.length / 2) * ITEM_BITS);

export function bitCount(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/**
 * Returns the best position in `source` for the window of `clip` that begins at `from`, as an item's index.
 * Returns null if no position is within BIT_ERROR_MAX, or if most of the window is silent.
 */
export function findWindow(source: Int32Array, clip: Int32Array, from: number): number | null {
  const window = clip.subarray(from, from + WINDOW);
  if (window.length < WINDOW || silentItems(window) > WINDOW / 2) return null;
  const [a, b, c, d] = PROBES.map((probe) => window[probe]!) as [number, number, number, number];
  let limit = Math.floor(BIT_ERROR_MAX * WINDOW * ITEM_BITS) + 1;
  let best: number | null = null;
  const last = source.length - WINDOW;
  for (let at = 0; at <= last; at++) {
    const half = bitCount(source[at + PROBES[0]]! ^ a) + bitCount(source[at + PROBES[2]]! ^ c);
    if (half > HALF_PROBE_BITS_MAX) continue;
    const probed = half + bitCount(source[at + PROBES[1]]! ^ b) + bitCount(source[at + PROBES[3]]! ^ d);
    if (probed > PROBE_BITS_MAX) continue;
    let bits = 0;
    for (let i = 0; i < WINDOW && bits < limit; i++) bits += bitCount(source[at + i]! ^ window[i]!);
    if (bits < limit) {
      limit = bits;
      best = at;
    }
  }
  return best;
}

/**
 * Share of the windows that must contain sound. Nearly all windows of speech do; with fewer there is no
 * result.
 */
const SOUNDING_MIN = 0.5;

/** Returns whether there is enough sound for a meaningful comparison. */
export function hasEnoughSound(items: Int32Array): boolean {
  let [windows, sounding] = [0, 0];
  for (let from = 0; from + WINDOW <= items.length; from += WINDOW / 2) {
    windows++;
    if (silentItems(items.subarray(from, from + WINDOW)) <= WINDOW / 2) sounding++;
  }
  return windows > 0 && sounding >= SOUNDING_MIN * windows;
}

function silentItems(items: Int32Array): number {
  let silent = 0;
  for (const item of items) if (item === SILENT) silent++;
  return silent;
}

/**
 * A run continues while its items differ in fewer bits than this on average; a wrong item differs in 16 bits.
 */
const RUN_BITS = 0.38 * ITEM_BITS;

export interface Run {
  /** Items of the clip, `to` excluded. */
  from: number;
  to: number;
  /** Share of differing bits among the items that are not silent. */
  bitError: number;
  /**
   * Sum over the run's items of RUN_BITS minus the differing bits; the better of two runs has a higher score.
   */
  score: number;
}

/**
 * Returns the run of the clip's items with the highest score against the source shifted by `offset` items.
 * `free` says which items may be part of the run. Returns null if no run of a window's length fits.
 */
export function bestRun(
  source: Int32Array,
  clip: Int32Array,
  offset: number,
  free: (item: number) => boolean,
): Run | null {
  let [best, bestFrom, bestTo] = [0, 0, 0];
  let [sum, from] = [0, 0];
  for (let i = 0; i < clip.length; i++) {
    const there = i + offset;
    if (there < 0 || there >= source.length || !free(i)) {
      [sum, from] = [0, i + 1];
      continue;
    }
    sum += RUN_BITS - differing(source[there]!, clip[i]!);
    if (sum <= 0) [sum, from] = [0, i + 1];
    else if (sum > best) [best, bestFrom, bestTo] = [sum, from, i + 1];
  }
  if (bestTo - bestFrom < WINDOW) return null;
  const bitError = errorOf(source, clip, offset, bestFrom, bestTo);
  return bitError <= BIT_ERROR_MAX ? { from: bestFrom, to: bestTo, bitError, score: best } : null;
}

/**
 * Returns the number of differing bits. Silence fits everywhere, so it counts neither for a run nor against
 * it.
 */
const differing = (a: number, b: number): number =>
  a === SILENT || b === SILENT ? RUN_BITS : bitCount(a ^ b);

function errorOf(source: Int32Array, clip: Int32Array, offset: number, from: number, to: number): number {
  let [bits, items] = [0, 0];
  for (let i = from; i < to; i++) {
    if (clip[i] === SILENT || source[i + offset] === SILENT) continue;
    bits += bitCount(clip[i]! ^ source[i + offset]!);
    items++;
  }
  return items < WINDOW / 2 ? 1 : bits / (items * ITEM_BITS);
}
