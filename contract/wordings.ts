import { z } from 'zod';
import { idParams, momentWire } from './primitives.ts';
import { route } from './route.ts';

/** What a clip's caption lacks of what its listing asks for. */
export const lacking = z.object({
  /** What to fix. */
  sentence: z.string(),
  since: momentWire,
  fixBy: momentWire,
  /** The deadline passed: it earns nothing until it is fixed. */
  earnsNothing: z.boolean(),
});
export type Lacking = z.infer<typeof lacking>;

export const wordingRoutes = {
  checkWording: route({
    method: 'POST',
    path: '/api/submissions/:id/check-caption',
    access: 'clipper',
    summary:
      'Look again at what the post says; done by itself once a day, and every hour while something is missing',
    params: idParams,
    reply: z.object({ lacking: lacking.nullable() }),
    errors: ['not_found', 'post_not_found', 'platform_unavailable', 'platform_looks_used'],
    perMinute: 10,
  }),
};
