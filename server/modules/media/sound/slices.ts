import { ITEMS_PER_SECOND } from './fingerprint.ts';

/** A file's sound is decoded in parts of this length, each in a child process, so that a crash loses one part. */
export const SLICE_SECONDS = 300;
export const SLICE_ITEMS = SLICE_SECONDS * ITEMS_PER_SECOND;

/** Returns the number of items in the sound of a file of this length, and the number of its slices. */
export function slicesOf(durationMs: number): { items: number; slices: number } {
  const items = Math.max(1, Math.floor((durationMs / 1000) * ITEMS_PER_SECOND));
  return { items, slices: Math.ceil(items / SLICE_ITEMS) };
}

/** Returns the number of items of a slice. All slices are equal except the last. */
export const itemsOfSlice = (durationMs: number, slice: number): number =>
  Math.min(SLICE_ITEMS, slicesOf(durationMs).items - slice * SLICE_ITEMS);
