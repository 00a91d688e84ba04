import { z } from 'zod';

/** Summary of how a clip's file compares with its listing's source. */
export const matchSummary = z.object({
  /**
   * no_file: the clipper attached none. sending: bytes are missing or are being checked. refused: the file is no
   * readable video, and the clipper may send another. no_source: the source is a link or has no sound that can be
   * compared, so no file is asked for. no_sound, unreadable: describe the clip's file. too_little_sound: the file or the
   * source has too little sound to know what the clip shows. matched: nearly all of the clip was found in the source;
   * partly: some of it.
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
