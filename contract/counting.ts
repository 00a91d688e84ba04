import { z } from 'zod';
import { idParams, idSchema, momentWire } from './primitives.ts';
import { route } from './route.ts';
import { verdict } from './scoring.ts';
import { countingTrouble, viewSnapshot } from './tracking.ts';

export const countingRoutes = {
  clipEvidence: route('GET /api/submissions/:id/evidence', {
    access: 'session',
    summary: 'Snapshots and verdict of a clip, for its host, its clipper and admins',
    params: idParams,
    reply: z.object({
      submissionId: idSchema,
      postedAt: momentWire,
      verdict,
      /** Of the rules that made the verdict; 0 is what the product ships with. */
      scoreVersion: z.int(),
      /** Null while all is well. */
      trouble: countingTrouble.nullable(),
      snapshots: z.array(viewSnapshot),
    }),
    errors: ['not_found'],
  }),
};
