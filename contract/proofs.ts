import { z } from 'zod';
import { idParams, idSchema, momentWire, viewsSchema } from './primitives.ts';
import { route } from './route.ts';

/** What reading a screenshot gave, against the figure that its clipper reported with it. */
export const proofState = z.enum(['waiting', 'match', 'mismatch', 'unreadable']);
export type ProofState = z.infer<typeof proofState>;

export const clipProof = z.object({
  id: idSchema,
  /** Where the screenshot is shown; null once it was erased. */
  url: z.string().nullable(),
  state: proofState,
  reportedViews: viewsSchema,
  /** The figure that was found: the reported one, or the one that looks most like a view count. */
  readViews: viewsSchema.nullable(),
  /** Every word that was read, as it stood. */
  readText: z.string().nullable(),
  sentAt: momentWire,
  readAt: momentWire.nullable(),
});
export type ClipProof = z.infer<typeof clipProof>;

/** Answer of PUT /api/submissions/:id/proof. */
export const proofReply = z.object({ id: idSchema });

export const proofPath = (mediaId: string): string => `/proofs/${mediaId}`;

export const proofRoutes = {
  clipProof: route({
    method: 'GET',
    path: '/api/submissions/:id/proof',
    access: 'session',
    summary:
      'The screenshot sent with a clip and what was read from it, for its host, its clipper and admins',
    params: idParams,
    reply: z.object({ proof: clipProof.nullable() }),
    errors: ['not_found'],
  }),
};
