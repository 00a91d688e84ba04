import { z } from 'zod';
import { idParams, momentWire } from './primitives.ts';
import { route } from './route.ts';

/** What a clip's caption is missing of what its listing asks for. */
export const captionProblem = z.object({
  /** What to fix. */
  sentence: z.string(),
  since: momentWire,
  fixBy: momentWire,
  /** The deadline passed, or there was none: it earns nothing until it is fixed. */
  earnsNothing: z.boolean(),
  /** Its clipper had a notice about a caption before, so there was no deadline. */
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
