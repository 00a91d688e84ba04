import { z } from 'zod';
import { idParams, idSchema, momentWire, viewsSchema } from './primitives.ts';
import { route } from './route.ts';

/** What reading a screenshot gave, against the figure that its clipper reported with it. */
export const attestationState = z.enum(['waiting', 'match', 'mismatch', 'unreadable']);
export type AttestationState = z.infer<typeof attestationState>;

export const clipAttestation = z.object({
  id: idSchema,
  /** Where the screenshot is shown; null once it was erased. */
  url: z.string().nullable(),
  state: attestationState,
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
export type ClipAttestation = z.infer<typeof clipAttestation>;

/** Answer of PUT /api/submissions/:id/attestation. */
export const attestationReply = z.object({ id: idSchema });

export const screenshotPath = (mediaId: string): string => `/attestations/${mediaId}`;

export const attestationRoutes = {
  clipAttestation: route('GET /api/submissions/:id/attestation', {
    access: 'session',
    summary:
      'The screenshot sent with a clip and what was read from it, for its host, its clipper and admins',
    params: idParams,
    reply: z.object({
      attestation: clipAttestation.nullable(),
      /** The clip is counted by screenshots alone. */
      isAttested: z.boolean(),
      /** It is still counted: its clipper may send a screenshot. */
      takesAttestation: z.boolean(),
      /** Its count was drawn for an audit: by when a fresh screenshot has to come; null when none is asked for. */
      freshDueAt: momentWire.nullable(),
    }),
    errors: ['not_found'],
  }),
};
