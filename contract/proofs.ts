import { z } from 'zod';
import { clipNameFields } from '#contract/clips/clip-name.ts';
import { NOTE_MAX } from './limits.ts';
import {
  idParams,
  idSchema,
  microsWire,
  momentWire,
  platformSchema,
  viewsSchema,
} from './wire/primitives.ts';
import { route } from './wire/route.ts';

/** A clipper's wish to show the analytics of a clip, which proves its views if an admin accepts the picture. */
const proofRequest = z.object({
  /** open: no picture yet. shown: a picture waits for an admin. refused: it did not show the counts. */
  state: z.enum(['open', 'shown', 'refused']),
  /** The picture must show this code. */
  code: z.string(),
  /** The counter when the code was made: later views stay unproven. */
  views: viewsSchema,
  dueAt: momentWire,
  /** Whether the code was read in the picture. */
  isCodeRead: z.boolean(),
  /** Address of the picture; null if there is none. */
  pictureUrl: z.string().nullable(),
  /** Why the picture was refused. */
  note: z.string().nullable(),
  /** When the clip can be shown again after a refusal. */
  againAt: momentWire.nullable(),
});
export type ProofRequest = z.infer<typeof proofRequest>;

/**
 * The fastest way to prove a clip's views. audit: answer the audit. held: a reviewer decides on its fraud hold first.
 * decided: a reviewer decides on the picture that was sent. code: send a picture with the code. later: a picture was
 * refused, and another one is possible later. release: release analytics. released: wait for the released analytics,
 * or show the screen. show: show the screen of the platform's own analytics.
 */
const proofWay = z.enum(['audit', 'held', 'decided', 'code', 'later', 'release', 'released', 'show']);
export type ProofWay = z.infer<typeof proofWay>;

/** A clip whose money waits for proof. */
const unprovenClip = z.object({
  submissionId: idSchema,
  listingTitle: z.string(),
  ...clipNameFields,
  platform: platformSchema,
  /** Counted views that are not proven. */
  unprovenViews: viewsSchema,
  /** The clip's released earnings that wait for proof. */
  waitingMicros: microsWire,
  way: proofWay,
  request: proofRequest.nullable(),
});
export type UnprovenClip = z.infer<typeof unprovenClip>;

/** Whether earnings wait for proof of the clip's views, and its clipper can prove them now. */
export const isProvable = ({ waitingMicros, way }: UnprovenClip): boolean =>
  waitingMicros > 0n && ['code', 'release', 'released', 'show'].includes(way);

export const proofRoutes = {
  unprovenClips: route('GET /api/clipper/unproven-clips', {
    access: 'clipper',
    summary:
      'Your clips whose money waits for proof of their views, with the fastest way to prove each; the largest twenty',
    reply: z.object({
      rows: z.array(unprovenClip),
      /** Number of clips after the first twenty, and their money that waits for proof. */
      others: z.object({ clips: z.int(), waitingMicros: microsWire }),
    }),
  }),
  unprovenClip: route('GET /api/submissions/:id/proof', {
    access: 'clipper',
    summary: 'How the views of your clip are proven; null if nothing is left to prove',
    params: idParams,
    reply: z.object({
      clip: unprovenClip.nullable(),
      /** Whether `askProof` makes a code for the clip now. */
      mayAsk: z.boolean(),
    }),
    errors: ['not_found'],
  }),
  askProof: route('POST /api/submissions/:id/proof', {
    access: 'clipper',
    summary:
      'Make a code that a picture of the clip’s analytics must show, to prove the views counted so far',
    params: idParams,
    reply: z.object({ code: z.string(), dueAt: momentWire }),
    errors: ['not_found', 'proof_not_possible', 'proof_open', 'proof_too_soon'],
    perMinute: 20,
  }),
};

const note = z.string().trim().min(1, 'Say why.').max(NOTE_MAX);

export const adminProofRoutes = {
  provableViews: route('GET /api/admin/submissions/:id/proof', {
    access: 'admin',
    summary:
      'The views of a clip that an admin can prove, what then no longer waits, and the picture that waits',
    params: idParams,
    reply: z.object({
      /** Null if there is nothing to prove, or if the clip is on hold or its score asks a person. */
      provable: z
        .object({
          /** The counter up to which the views are proven then. */
          upTo: viewsSchema,
          /** Views that are proven then, and were not before. */
          views: viewsSchema,
          /** Released earnings that no longer wait then. */
          leavesMicros: microsWire,
          /** The clip's pending earnings. */
          pendingMicros: microsWire,
        })
        .nullable(),
      /** The clipper's request whose picture waits for a decision. */
      request: proofRequest.nullable(),
    }),
    errors: ['not_found'],
  }),
  proveViews: route('POST /api/admin/submissions/:id/proof', {
    access: 'admin',
    recentLogin: true,
    summary: 'State that people watched a clip’s views: their money no longer waits for proof',
    params: idParams,
    body: z.object({ upTo: viewsSchema.min(1), note }),
    errors: ['not_found', 'proof_not_possible', 'second_admin_needed', 'own_money'],
  }),
  rejectProof: route('POST /api/admin/submissions/:id/proof/refuse', {
    access: 'admin',
    summary:
      'The picture does not prove the views, with a note for the clipper; another one is possible later',
    params: idParams,
    body: z.object({ note }),
    errors: ['not_found', 'proof_not_possible'],
  }),
};
