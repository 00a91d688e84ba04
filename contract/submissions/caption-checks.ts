import { z } from 'zod';
import { idParams, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** A hashtag, mention or disclosure that the listing requires and the clip's caption lacks. */
export const captionProblem = z.object({
  /** A sentence that says what to fix. */
  sentence: z.string(),
  since: momentWire,
  fixBy: momentWire,
  /**
   * True if the clip earns nothing until its caption is fixed, because the deadline has passed or there was
   * none.
   */
  earnsNothing: z.boolean(),
  /** True if the clipper had a caption notice before, so that this one has no deadline. */
  isRepeat: z.boolean(),
});
export type CaptionProblem = z.infer<typeof captionProblem>;

export const captionCheckRoutes = {
  checkCaption: route('POST /api/submissions/:id/check-caption', {
    access: 'clipper',
    summary:
      'Check the caption again; this also runs about once a day, and every hour while something is missing',
    params: idParams,
    reply: z.object({ captionProblem: captionProblem.nullable() }),
    errors: [
      'not_found',
      'post_not_found',
      'platform_not_set_up',
      'platform_unavailable',
      'platform_lookups_used',
    ],
    perMinute: 10,
  }),
};
