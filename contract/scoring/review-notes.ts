import { z } from 'zod';
import { REVIEW_NOTE_MAX } from '#contract/limits.ts';
import { idParams, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** A clipper's note to the reviewer of a clip whose score needs review. */
export const reviewNote = z.object({
  text: z.string(),
  writtenAt: momentWire,
  changedAt: momentWire,
  /** False once an admin has decided about the views. */
  isOpen: z.boolean(),
});
export type ReviewNote = z.infer<typeof reviewNote>;

export const reviewNoteRoutes = {
  answerReview: route('PUT /api/clipper/submissions/:id/review-note', {
    access: 'clipper',
    summary:
      'Write to the reviewer of a clip that needs review, or change what was written: one note, until an admin decides',
    params: idParams,
    body: z.object({
      text: z
        .string()
        .trim()
        .min(1, 'Say what explains the views.')
        .max(REVIEW_NOTE_MAX, `A note has at most ${REVIEW_NOTE_MAX.toLocaleString('en-US')} characters.`),
    }),
    errors: ['not_found', 'review_not_open'],
    perMinute: 20,
  }),
};
