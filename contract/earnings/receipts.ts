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
  /** Views after this time are not paid; null before approval. */
  trackingUntil: momentWire.nullable(),
  listingVersion: z.int(),
  rateCentsPerMille: z.int(),
  countedViews: viewsSchema,
  /** Whether the views were counted by the platform's API or by people from screenshots. */
  countLevel,
  /**
   * Views that are never paid, because a decision excluded them or they were counted after the window. The
   * count is the sum of excluded, contested and eligible views.
   */
  excludedViews: viewsSchema,
  /**
   * Views that neither earn nor are lost until a hold or appeal is decided, or a bank decides on the host's
   * payment.
   */
  contestedViews: viewsSchema,
  eligibleViews: viewsSchema,
  /**
   * The eligible views that the listing's terms pay for, if the terms pay only for a part of them; null if
   * they pay for all.
   */
  byFigures: z
    .object({
      ...countedTerms.shape,
      countingViews: viewsSchema,
      /**
       * The ranges of the clip's view counter that the platform has reported on, consecutive and from the
       * first view.
       */
      stretches: z.array(
        z.object({
          fromAt: momentWire,
          toAt: momentWire,
          viewsFrom: viewsSchema,
          viewsTo: viewsSchema,
          /** The number of paid views between `viewsFrom` and `viewsTo`. */
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
  /** The additional earnings if all contested views turn out to be real. */
  contestedMicros: microsWire,
  /**
   * The part of `contestedMicros` that is reserved in the listing's budget. It is smaller than
   * `contestedMicros` if the budget is used up.
   */
  contestedReservedMicros: microsWire,
  /**
   * True while a bank disputes a payment of the host: earnings are not released until the bank has decided.
   */
  isFrozen: z.boolean(),
  paidOutMicros: microsWire,
  /** Earnings that were released, then taken back because their views were found to be bought. */
  takenBackMicros: microsWire,
  /**
   * The views that the listing's budget can't pay, with the amount and since when; null while the budget
   * suffices.
   */
  budgetSpent: z.object({ since: momentWire, views: viewsSchema, amountMicros: microsWire }).nullable(),
  accruals: z.array(
    z.object({
      viewsFrom: viewsSchema,
      viewsTo: viewsSchema,
      amountMicros: microsWire,
      accruedAt: momentWire,
      /**
       * When a pending step is released at the latest; null for other steps, and while a person or a bank has
       * to decide first.
       */
      releaseBy: momentWire.nullable(),
      releasedAt: momentWire.nullable(),
      state: z.enum(['pending', 'released', 'reversed', 'taken_back']),
      /** The payouts that paid the step, except canceled, failed and returned ones. */
      payouts: z.array(
        z.object({
          id: idSchema,
          amountMicros: microsWire,
          /** Null while the payout is under way. */
          paidAt: momentWire.nullable(),
        }),
      ),
    }),
  ),
  snapshots: z.array(viewSnapshot),
  verdict,
  /** Why the clip's views are currently not read; null while they are read. */
  trouble: countingTrouble.nullable(),
  /** False if the server recomputed the amounts from the snapshots and a step of `recomputation` differs. */
  recomputes: z.boolean(),
  /**
   * Each step of the computation, with whether its recomputed amount is the same; null if the data of the
   * step is no longer stored.
   */
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
