import type { DiskStorage } from './disk-storage.ts';
import type { MediaStorage } from './storage.ts';

/**
 * A bucket that an installation moves to: what its disk still has is read there, uploads that began there end there, and
 * everything new goes to the bucket (npm run move-files).
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
    // A file that grows stays where it began.
    writeAt: async (key, form, position, bytes) =>
      (await where(key, form)).writeAt(key, form, position, bytes),
    sizeOf: async (key, form) => (await where(key, form)).sizeOf(key, form),
    sizeOfPart: async (key) => (await ofUpload(key)).sizeOfPart(key),
    append: async (key, offset, bytes, how) => (await ofUpload(key)).append(key, offset, bytes, how),
    flush: async (key) => (await ofUpload(key)).flush(key),
    whereWhole: async (key) => (await ofWhole(key)).whereWhole(key),
    borrowWhole: async (key, whole, work) => (await ofWhole(key)).borrowWhole(key, whole, work),
    async finish(key) {
      // No twin: it may be moved at this moment.
      await (await ofWhole(key)).finish(key, null);
    },
    async remove(key) {
      await disk.remove(key);
      await bucket.remove(key);
    },
  };
}
