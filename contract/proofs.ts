import { z } from 'zod';
import { NOTE_MAX } from './limits.ts';
import {
  cursorQuery,
  emptyReply,
  idParams,
  idSchema,
  momentWire,
  pageOf,
  platformSchema,
  viewsSchema,
} from './primitives.ts';
import { route } from './route.ts';
import { submissionStatus } from './submissions.ts';

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

/** A screenshot that waits for two people, with all that they compare it with. */
export const waitingProof = z.object({
  id: idSchema,
  submissionId: idSchema,
  clipper: z.string(),
  listing: z.string(),
  /** The post must not be older. */
  listingStartedAt: momentWire,
  platform: platformSchema,
  /** The account that a code in its bio proved. */
  handle: z.string(),
  postUrl: z.string(),
  status: submissionStatus,
  pictureUrl: z.string().nullable(),
  state: proofState,
  reportedViews: viewsSchema,
  readViews: viewsSchema.nullable(),
  readText: z.string().nullable(),
  sentAt: momentWire,
  confirmations: z.array(z.object({ by: z.string(), views: viewsSchema, at: momentWire })),
  /** Whoever asks confirmed it: another person has to. */
  isMine: z.boolean(),
  /** What was confirmed of the clip before, newest first. */
  history: z.array(z.object({ sentAt: momentWire, views: viewsSchema, pictureUrl: z.string().nullable() })),
  /** It answers a second look: the count before was drawn at random. */
  isFresh: z.boolean(),
  /** How many screenshots of other clips say the very same words. */
  sameWords: z.int(),
});
export type WaitingProof = z.infer<typeof waitingProof>;

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
      /** Its count was drawn for a second look: by when a fresh screenshot has to come; null when none is asked for. */
      freshDueAt: momentWire.nullable(),
    }),
    errors: ['not_found'],
  }),
  waitingProofs: route({
    method: 'GET',
    path: '/api/admin/proofs',
    access: 'admin',
    summary: 'Screenshots of attested clips that wait for people, the oldest first',
    query: cursorQuery,
    reply: pageOf(waitingProof),
  }),
  confirmProof: route({
    method: 'POST',
    path: '/api/admin/proofs/:id/confirm',
    access: 'admin',
    summary:
      'Say what view count the screenshot shows of this post; with the second person the lowest figure counts',
    params: idParams,
    body: z.object({ views: viewsSchema.max(10_000_000_000) }),
    reply: z.object({
      /** What the clip is counted at now; null while another person has to confirm. */
      countedViews: viewsSchema.nullable(),
    }),
    errors: ['not_found', 'proof_state', 'proof_confirmed_by_you', 'proof_figure_differs'],
  }),
  refuseProof: route({
    method: 'POST',
    path: '/api/admin/proofs/:id/refuse',
    access: 'admin',
    summary: 'The screenshot does not prove the count, with a note for the clipper; another one may be sent',
    params: idParams,
    body: z.object({ note: z.string().trim().min(1, 'Say why.').max(NOTE_MAX) }),
    reply: emptyReply,
    errors: ['not_found', 'proof_state'],
  }),
};
