import type { DiskStorage } from './disk-storage.ts';
import type { MediaStorage } from './storage.ts';

/**
 * Creates the storage of an installation that moves to a bucket (npm run move-files). It reads files that are
 * still on the disk from there, ends uploads where they began, and writes everything else to the bucket.
 */
export function createMovingStorage(bucket: MediaStorage, disk: DiskStorage): MediaStorage {
  const where = async (key: string, form: Parameters<MediaStorage['sizeOf']>[1]) =>
    (await disk.sizeOf(key, form)) === null ? bucket : disk;
  const ofUpload = async (key: string) => ((await disk.sizeOfPart(key)) > 0 ? disk : bucket);
  const ofWhole = async (key: string) => ((await disk.whereWhole(key)) === null ? bucket : disk);
  return {
    ...bucket,
    locate: async (key, form) => (await where(key, form)).locate(key, form),
    borrow: async (key, form, work) => (await where(key, form)).borrow(key, form, work),
    read: async (key, form) => (await where(key, form)).read(key, form),
    // A file that still grows is written to the storage where it began.
    writeAt: async (key, form, position, bytes) =>
      (await where(key, form)).writeAt(key, form, position, bytes),
    sizeOf: async (key, form) => (await where(key, form)).sizeOf(key, form),
    sizeOfPart: async (key) => (await ofUpload(key)).sizeOfPart(key),
    append: async (key, offset, bytes, how) => (await ofUpload(key)).append(key, offset, bytes, how),
    flush: async (key) => (await ofUpload(key)).flush(key),
    whereWhole: async (key) => (await ofWhole(key)).whereWhole(key),
    borrowWhole: async (key, whole, work) => (await ofWhole(key)).borrowWhole(key, whole, work),
    async finish(key) {
      // The file is finished without a twin, because the twin may be moving to the bucket at this moment.
      await (await ofWhole(key)).finish(key, null);
    },
    async remove(key) {
      await disk.remove(key);
      await bucket.remove(key);
    },
  };
}
