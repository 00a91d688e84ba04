import { z } from 'zod';
import { attestationState } from '#contract/attestations.ts';
import { NOTE_MAX, VIEWS_MAX } from '#contract/limits.ts';
import { submissionStatus } from '#contract/submissions/submissions.ts';
import { csvOf } from '#contract/wire/csv.ts';
import {
  cursorQuery,
  idParams,
  idSchema,
  momentWire,
  pageOf,
  platformSchema,
  sortBy,
  viewsSchema,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** A screenshot that two people must confirm, with all facts that they compare with it. */
export const waitingAttestation = z.object({
  id: idSchema,
  submissionId: idSchema,
  clipperId: idSchema,
  clipper: z.string(),
  listing: z.string(),
  /** The listing's start. A post from before it can't be paid. */
  listingStartedAt: momentWire,
  platform: platformSchema,
  /** The account whose ownership was verified by a code in its bio. */
  handle: z.string(),
  postUrl: z.string(),
  /** The post's caption; '' if none is known. */
  caption: z.string(),
  status: submissionStatus,
  pictureUrl: z.string().nullable(),
  state: attestationState,
  reportedViews: viewsSchema,
  readViews: viewsSchema.nullable(),
  readText: z.string().nullable(),
  sentAt: momentWire,
  confirmations: z.array(z.object({ by: z.string(), views: viewsSchema, at: momentWire })),
  /** True if the caller has already confirmed the screenshot, so that another person has to decide. */
  isMine: z.boolean(),
  /** Earlier confirmed screenshots of the clip, newest first. */
  history: z.array(z.object({ sentAt: momentWire, views: viewsSchema, pictureUrl: z.string().nullable() })),
  /** True if the screenshot was requested by an audit, which chose an earlier count at random. */
  isFresh: z.boolean(),
  /** The number of screenshots of other clips with exactly the same words. */
  sameWords: z.int(),
});
export type WaitingAttestation = z.infer<typeof waitingAttestation>;

const waitingAttestations = route('GET /api/admin/attestations', {
  access: 'admin',
  summary:
    'Screenshots of attested clips that are waiting for review, oldest first or by `sort`, by clipper, listing and reading',
  query: cursorQuery.extend({
    search: z.string().trim().max(100).optional(),
    state: attestationState.exclude(['waiting']).optional(),
    sort: sortBy('date'),
  }),
  reply: pageOf(waitingAttestation),
});

export const adminAttestationRoutes = {
  waitingAttestations,
  waitingAttestationsCsv: csvOf(waitingAttestations, 'screenshots.csv'),
  confirmAttestation: route('POST /api/admin/attestations/:id/confirm', {
    access: 'admin',
    recentLogin: true,
    summary:
      'Confirm the view count that the screenshot shows of this post; with the second confirmation the lowest figure counts',
    params: idParams,
    body: z.object({ views: viewsSchema.max(VIEWS_MAX) }),
    reply: z.object({
      /** The clip's new count; null until a second person has confirmed the screenshot. */
      countedViews: viewsSchema.nullable(),
    }),
    errors: ['not_found', 'attestation_state', 'attestation_confirmed_by_you', 'attestation_figure_differs'],
  }),
  refuseAttestation: route('POST /api/admin/attestations/:id/refuse', {
    access: 'admin',
    summary: 'The screenshot does not prove the count, with a note for the clipper; another one may be sent',
    params: idParams,
    body: z.object({ note: z.string().trim().min(1, 'Say why.').max(NOTE_MAX) }),
    errors: ['not_found', 'attestation_state'],
  }),
};
