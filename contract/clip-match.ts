import { z } from 'zod';

/** How a clip's file compares with its listing's source, in short. */
export const matchSummary = z.object({
  /**
   * no_file: its clipper attached none. sending: bytes are missing or are being checked. refused: it is no video that can be
   * read, and another may be sent. no_source: the source has no sound to compare. no_sound, unreadable: of the clip's
   * file. too_little_sound: of the file or the source, so it is not known what the clip shows. matched: nearly all of it was found, partly: some of it.
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
  /** The file is not as long as the post, so it may be another video. */
  lengthDiffers: z.boolean(),
});
export type MatchSummary = z.infer<typeof matchSummary>;

/** Something speaks against it, so a person looks at it before it is approved. */
export const isFlagged = ({ state, lengthDiffers }: MatchSummary): boolean =>
  state === 'nothing_found' || lengthDiffers;
