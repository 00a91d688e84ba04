import { z } from 'zod';
import { countedTerms } from './counted-terms.ts';
import { idParams, idSchema, microsWire, momentWire, platformSchema, viewsSchema } from './primitives.ts';
import { route } from './route.ts';
import { verdict } from './scoring.ts';
import { submissionStatus } from './submissions.ts';
import { countingTrouble, countLevel, viewSnapshot } from './tracking.ts';

export const receipt = z.object({
  submissionId: idSchema,
  listingId: idSchema,
  listingTitle: z.string(),
  hostUsername: z.string(),
  clipperUsername: z.string(),
  platform: platformSchema,
  url: z.string(),
  status: submissionStatus,
  submittedAt: momentWire,
  approvedAt: momentWire.nullable(),
  approvedHow: z.string().nullable(),
  /** Views that come later are not paid; null before approval. */
  trackingUntil: momentWire.nullable(),
  listingVersion: z.int(),
  rateCentsPerMille: z.int(),
  countedViews: viewsSchema,
  /** Who counted them. */
  countLevel,
  /** Never paid: excluded by a decision, or counted after the window. With the two below they are all that were counted. */
  excludedViews: viewsSchema,
  /** Neither earned nor lost until somebody decides on a hold or an appeal, or a bank on a payment of the host. */
  contestedViews: viewsSchema,
  eligibleViews: viewsSchema,
  /** How many of them count, where the listing's terms pay for a part of the views alone; null: all of them do. */
  byFigures: z
    .object({
      ...countedTerms.shape,
      countingViews: viewsSchema,
      /** What the platform said of the clip's views, laid end to end over its counter from the first view on. */
      stretches: z.array(
        z.object({
          fromAt: momentWire,
          toAt: momentWire,
          viewsFrom: viewsSchema,
          viewsTo: viewsSchema,
          /** Of the views between these two. */
          countingViews: viewsSchema,
        }),
      ),
    })
    .nullable(),
  minViews: viewsSchema,
  maxPayoutMicros: microsWire.nullable(),
  paidViews: viewsSchema,
  earnedMicros: microsWire,
  pendingMicros: microsWire,
  releasedMicros: microsWire,
  /** What the clip would earn on top if nobody contested its views. */
  contestedMicros: microsWire,
  /** The part of it that is reserved in the listing's budget: less where the budget is used up. */
  contestedReservedMicros: microsWire,
  /** A bank questions a payment of the host: until it has decided, what was not released waits. */
  isFrozen: z.boolean(),
  paidOutMicros: microsWire,
  /** Released before, and taken back because the views were found bought. */
  takenBackMicros: microsWire,
  /** Views that the listing's budget can't pay, since when and for how much; null while it paid all of them. */
  budgetSpent: z.object({ since: momentWire, views: viewsSchema, amountMicros: microsWire }).nullable(),
  accruals: z.array(
    z.object({
      viewsFrom: viewsSchema,
      viewsTo: viewsSchema,
      amountMicros: microsWire,
      accruedAt: momentWire,
      /** By when a pending step is available; null for others, and while a person or a bank has to decide first. */
      releaseBy: momentWire.nullable(),
      releasedAt: momentWire.nullable(),
      state: z.enum(['pending', 'released', 'reversed', 'taken_back']),
      /** The payouts that took it; not those that were canceled, failed or came back. */
      payouts: z.array(
        z.object({
          id: idSchema,
          amountMicros: microsWire,
          /** Null: under way. */ paidAt: momentWire.nullable(),
        }),
      ),
    }),
  ),
  snapshots: z.array(viewSnapshot),
  verdict,
  /** Why its views are not read at the moment; null while all is well. */
  trouble: countingTrouble.nullable(),
  /** The server went from snapshots to cents again and found the same: no link of `recomputation` is false. */
  recomputes: z.boolean(),
  /** Each link of the chain; null: what it needs is not kept any more. */
  recomputation: z.array(
    z.object({
      what: z.enum(['Counted', 'Eligible', 'Payable', 'Settled', 'Priced']),
      proven: z.boolean().nullable(),
      sentence: z.string(),
    }),
  ),
});
export type Receipt = z.infer<typeof receipt>;

export const receiptRoutes = {
  showReceipt: route('GET /api/submissions/:id/receipt', {
    access: 'session',
    scope: 'submissions:read',
    summary: 'From snapshots to cents, for the clip’s clipper, its host and admins',
    params: idParams,
    reply: receipt,
    errors: ['not_found'],
  }),
  receiptCsv: route('GET /api/submissions/:id/receipt.csv', {
    access: 'session',
    scope: 'submissions:read',
    summary: 'The same receipt as CSV: every snapshot, every step, the totals, and whether it recomputes',
    params: idParams,
    reply: z.string(),
    errors: ['not_found'],
    perMinute: 20,
  }),
};
