import { measureMatching } from './media/matching.ts';
import { measureMoments } from './media/moments.ts';
import { measureStudio } from './media/studio.ts';
import { measureUpload } from './media/uploading.ts';
import type { Bench } from './result.ts';

/** Measures source videos and clips. Each measurement is a file in `bench/media/`. */
export const bench: Bench = async () => ({
  rows: [
    ...(await measureUpload()),
    ...(await measureMatching()),
    ...(await measureMoments()),
    ...(await measureStudio()),
  ],
  total: {},
});
