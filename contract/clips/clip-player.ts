import { z } from 'zod';
import { idParams } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

export const clipPlayerRoutes = {
  clipPlayer: route('GET /api/submissions/:id/player', {
    access: 'session',
    summary: "The platform's own player of a clip, for its clipper, the listing's host and admins",
    params: idParams,
    reply: z.object({
      /**
       * Address for the player's frame, which is loaded when the viewer presses *Play*; null if there is
       * nothing to watch.
       */
      src: z.string().nullable(),
      /** A sentence about why there is nothing to watch; null if there is a player. */
      unavailable: z.string().nullable(),
    }),
    errors: ['not_found'],
  }),
};
