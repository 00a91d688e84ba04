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
  /** What people said of the screenshot of an attested clip; null while nobody refused it and one confirmation lacks. */
  decision: z.enum(['confirmed', 'refused']).nullable(),
  decidedAt: momentWire.nullable(),
  refusalNote: z.string().nullable(),
  /** What a confirmed one counts for. */
  countedViews: viewsSchema.nullable(),
  /** How many people confirmed it so far. */
  confirmations: z.int(),
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
    reply: z.object({
      proof: clipProof.nullable(),
      /** The clip is counted by screenshots alone. */
      isAttested: z.boolean(),
      /** It is still counted: its clipper may send a screenshot. */
      takesProof: z.boolean(),
      /** Its count was drawn for an audit: by when a fresh screenshot has to come; null when none is asked for. */
      freshDueAt: momentWire.nullable(),
    }),
    errors: ['not_found'],
  }),
};
