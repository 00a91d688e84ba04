import type { MediaStorage } from '../storage.ts';
import type { SliceSound } from './in-child.ts';
import { SLICE_ITEMS } from './slices.ts';

/** Writes a slice's fingerprint and peaks into the permanent files beside the video. Safe to repeat. */
export async function keepSlice(
  storage: MediaStorage,
  key: string,
  slice: number,
  { fingerprint, peaks }: SliceSound,
): Promise<void> {
  await storage.writeAt(key, 'fingerprint', slice * SLICE_ITEMS * 4, fingerprint);
  await storage.writeAt(key, 'peaks', slice * SLICE_ITEMS, peaks);
}

/** Returns the loudest sample of each 1/16 s of a prepared video, one byte each. */
export const readPeaks = (storage: MediaStorage, key: string): Promise<Buffer> => storage.read(key, 'peaks');
