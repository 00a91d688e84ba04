import { z } from 'zod';
import { countedTerms } from '#contract/listings/counted-terms.ts';
import { verdict } from '#contract/scoring/scoring.ts';
import { submissionStatus } from '#contract/submissions/submissions.ts';
import { countingTrouble, countLevel, viewSnapshot } from '#contract/tracking.ts';
import {
  idParams,
  idSchema,
  microsWire,
  momentWire,
  platformSchema,
  viewsSchema,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

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
  /** Later views are not paid; null before approval. */
  trackingUntil: momentWire.nullable(),
  listingVersion: z.int(),
  rateCentsPerMille: z.int(),
  countedViews: viewsSchema,
  /** Whether the platform's API or people counted them. */
  countLevel,
  /**
   * Never paid: excluded by a decision, or counted after the window. Excluded, contested and eligible views
   * add up to the count.
   */
  excludedViews: viewsSchema,
  /** Neither earned nor lost until somebody decides a hold or an appeal, or a bank decides on the host's payment. */
  contestedViews: viewsSchema,
  eligibleViews: viewsSchema,
  /** The counted part of the eligible views when the listing's terms pay for a part only; null when all count. */
  byFigures: z
    .object({
      ...countedTerms.shape,
      countingViews: viewsSchema,
      /** Views that the platform reported for the clip: consecutive ranges of its counter from the first view on. */
      stretches: z.array(
        z.object({
          fromAt: momentWire,
          toAt: momentWire,
          viewsFrom: viewsSchema,
          viewsTo: viewsSchema,
          /** Counted views between these two. */
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
  /** The additional earnings if nobody contested the views. */
  contestedMicros: microsWire,
  /** The part of `contestedMicros` reserved in the listing's budget: less when the budget is used up. */
  contestedReservedMicros: microsWire,
  /** A bank disputes a payment of the host: unreleased earnings wait until it has decided. */
  isFrozen: z.boolean(),
  paidOutMicros: microsWire,
  /** Released, then taken back because the views were found bought. */
  takenBackMicros: microsWire,
  /** Views that the listing's budget can't pay, since when and for how much; null while it pays all. */
  budgetSpent: z.object({ since: momentWire, views: viewsSchema, amountMicros: microsWire }).nullable(),
  accruals: z.array(
    z.object({
      viewsFrom: viewsSchema,
      viewsTo: viewsSchema,
      amountMicros: microsWire,
      accruedAt: momentWire,
      /**
       * The latest release of a pending step; null for other steps, and while a person or a bank has to
       * decide first.
       */
      releaseBy: momentWire.nullable(),
      releasedAt: momentWire.nullable(),
      state: z.enum(['pending', 'released', 'reversed', 'taken_back']),
      /** The payouts that paid it, without canceled, failed or returned ones. */
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
  /** Why its views are currently not read; null while they are. */
  trouble: countingTrouble.nullable(),
  /**
   * The server recomputed the amounts from the snapshots and found no difference: no step of `recomputation`
   * is false.
   */
  recomputes: z.boolean(),
  /** Each step of the computation; null when its data is no longer stored. */
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
