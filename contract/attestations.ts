import { z } from 'zod';
import { idParams, idSchema, momentWire, viewsSchema } from './wire/primitives.ts';
import { route } from './wire/route.ts';

/** Result of reading a screenshot, compared with the view count that the clipper reported. */
export const attestationState = z.enum(['waiting', 'match', 'mismatch', 'unreadable']);
export type AttestationState = z.infer<typeof attestationState>;

export const clipAttestation = z.object({
  id: idSchema,
  /** Address of the screenshot; null after it was erased. */
  url: z.string().nullable(),
  /** True if it shows the clip's analytics, for an audit or as a proof by choice: it is not compared with a count. */
  showsAnalytics: z.boolean(),
  state: attestationState,
  reportedViews: viewsSchema,
  /**
   * The view count found in the screenshot: the reported count if the screenshot has it, otherwise the number
   * that most resembles a view count.
   */
  readViews: viewsSchema.nullable(),
  /** Every word read from the screenshot, unchanged. */
  readText: z.string().nullable(),
  sentAt: momentWire,
  readAt: momentWire.nullable(),
  /** Decision on the screenshot of an attested clip; null until it is refused or has enough confirmations. */
  decision: z.enum(['confirmed', 'refused']).nullable(),
  decidedAt: momentWire.nullable(),
  refusalNote: z.string().nullable(),
  /** The count that the clip gets from a confirmed screenshot. */
  countedViews: viewsSchema.nullable(),
  /** Number of people who have confirmed the screenshot. */
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
      'The screenshot sent with a clip and what was read from it, for its host, its clipper and admins; pictures of analytics not for the host',
    params: idParams,
    reply: z.object({
      attestation: clipAttestation.nullable(),
      /** True if the clip's views are counted only from screenshots. */
      isAttested: z.boolean(),
      /** True if the clip is still counted, so that its clipper may send a screenshot. */
      takesAttestation: z.boolean(),
      /** True if an audit or a code of the clipper asks for a picture of the clip's analytics, which the host can't see. */
      asksAnalytics: z.boolean(),
      /** Deadline for a new screenshot, because an audit chose the clip's count; null if none is required. */
      freshDueAt: momentWire.nullable(),
    }),
    errors: ['not_found'],
  }),
};
