import { z } from 'zod';

/** Summary of how a clip's file compares with its listing's source. */
export const matchSummary = z.object({
  /**
   * no_file: the clipper sent none. sending: the file is not complete or not checked yet. refused: the file
   * is not a readable video, and the clipper may send another. no_source: the source is a link or has no
   * comparable sound, so no file is requested. no_sound and unreadable describe the clip's file.
   * too_little_sound: the file or the source has too little sound for a comparison. matched: nearly all of
   * the clip was found in the source. partly: a part of the clip was found.
   */
  state: z.enum([
    'no_file',
    'sending',
    'refused',
    'waiting',
    'matched',
    'partly',
    'nothing_found',
    'no_sound',
    'too_little_sound',
    'no_source',
    'unreadable',
  ]),
  /** The lengths of file and post differ, so the file may be another video. */
  lengthDiffers: z.boolean(),
});
export type MatchSummary = z.infer<typeof matchSummary>;

/** Whether a person should look at the file before the clip is approved. */
export const isFlagged = ({ state, lengthDiffers }: MatchSummary): boolean =>
  state === 'nothing_found' || lengthDiffers;
