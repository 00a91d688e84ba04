import { measureMatching } from './media/matching.ts';
import { measureMoments } from './media/moments.ts';
import { measureStudio } from './media/studio.ts';
import { measureUpload } from './media/uploading.ts';
import type { Bench } from './result.ts';

/** Each figure of source videos and their clips is a file of `bench/media/`. */
export const bench: Bench = async () => ({
  rows: [
    ...(await measureUpload()),
    ...(await measureMatching()),
    ...(await measureMoments()),
    ...(await measureStudio()),
  ],
  total: {},
});
