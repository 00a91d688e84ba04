import { z } from 'zod';
import { idParams } from './primitives.ts';
import { route } from './route.ts';

export const clipPlayerRoutes = {
  clipPlayer: route('GET /api/submissions/:id/player', {
    access: 'session',
    summary: "The platform's own player of a clip, for its clipper, the listing's host and admins",
    params: idParams,
    reply: z.object({
      /** Goes into a frame once somebody presses play; null while there is nothing to watch. */
      src: z.string().nullable(),
      /** Why there is nothing to watch, as a sentence. */
      unavailable: z.string().nullable(),
    }),
    errors: ['not_found'],
  }),
};
