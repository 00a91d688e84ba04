import { z } from 'zod';
import { idParams } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

export const clipPlayerRoutes = {
  clipPlayer: route('GET /api/submissions/:id/player', {
    access: 'session',
    summary: "The platform's own player of a clip, for its clipper, the listing's host and admins",
    params: idParams,
    reply: z.object({
      /** Source of the player's frame, loaded after *Play*; null while there is nothing to watch. */
      src: z.string().nullable(),
      /** A sentence that says why there is nothing to watch. */
      unavailable: z.string().nullable(),
    }),
    errors: ['not_found'],
  }),
};
