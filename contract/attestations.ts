import { z } from 'zod';
import { idParams, idSchema, momentWire, viewsSchema } from './wire/primitives.ts';
import { route } from './wire/route.ts';

/** Result of reading a screenshot, compared with the view count that the clipper reported. */
export const attestationState = z.enum(['waiting', 'match', 'mismatch', 'unreadable']);
export type AttestationState = z.infer<typeof attestationState>;

export const clipAttestation = z.object({
  id: idSchema,
  /** Address of the screenshot; null once it was erased. */
  url: z.string().nullable(),
  state: attestationState,
  reportedViews: viewsSchema,
  /** The view count read from the screenshot: the reported one, or else the number most like a view count. */
  readViews: viewsSchema.nullable(),
  /** Every word read from the screenshot, unchanged. */
  readText: z.string().nullable(),
  sentAt: momentWire,
  readAt: momentWire.nullable(),
  /** Decision on the screenshot of an attested clip; null while nobody refused it and a confirmation is missing. */
  decision: z.enum(['confirmed', 'refused']).nullable(),
  decidedAt: momentWire.nullable(),
  refusalNote: z.string().nullable(),
  /** The count that a confirmed screenshot gives the clip. */
  countedViews: viewsSchema.nullable(),
  /** Confirmations so far. */
  confirmations: z.int(),
});
export type ClipAttestation = z.infer<typeof clipAttestation>;

/** Reply to PUT /api/submissions/:id/attestation. */
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
      /** The clip is counted only by screenshots. */
      isAttested: z.boolean(),
      /** The clip is still being counted, so its clipper may send a screenshot. */
      takesAttestation: z.boolean(),
      /** Deadline for a fresh screenshot, because an audit chose the clip's count; null when none is required. */
      freshDueAt: momentWire.nullable(),
    }),
    errors: ['not_found'],
  }),
};
