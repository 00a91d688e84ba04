import { open, readFile } from 'node:fs/promises';
import type { MediaStorage } from '../storage.ts';
import type { SliceSound } from './in-child.ts';
import { SLICE_ITEMS } from './slices.ts';

/** Writes a slice's fingerprint and peaks into the files beside the video, flushed to the disk. Safe to repeat. */
export async function keepSlice(
  storage: MediaStorage,
  key: string,
  slice: number,
  { fingerprint, peaks }: SliceSound,
): Promise<void> {
  await writeAt(storage.pathOf(key, 'fingerprint'), slice * SLICE_ITEMS * 4, fingerprint);
  await writeAt(storage.pathOf(key, 'peaks'), slice * SLICE_ITEMS, peaks);
}

/** The loudest sample of each 1/16 s of a prepared video, a byte each. */
export const readPeaks = (storage: MediaStorage, key: string): Promise<Buffer> =>
  readFile(storage.pathOf(key, 'peaks'));

async function writeAt(path: string, position: number, bytes: Buffer): Promise<void> {
  // Created where it is missing, kept where it is not.
  await (await open(path, 'a')).close();
  const file = await open(path, 'r+');
  try {
    await file.write(bytes, 0, bytes.length, position);
    await file.sync();
  } finally {
    await file.close();
  }
}
