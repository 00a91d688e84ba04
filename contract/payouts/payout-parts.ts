import { z } from 'zod';
import { csvOf } from '#contract/wire/csv.ts';
import {
  cursorQuery,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  viewsSchema,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** The part of a payout that pays one step of a clip's verified views. */
export const payoutPart = z.object({
  submissionId: idSchema,
  listingId: idSchema,
  listingTitle: z.string(),
  /** Address of the clip. */
  url: z.string(),
  viewsFrom: viewsSchema,
  viewsTo: viewsSchema,
  /** Earnings of the whole step; a payout can pay a part of a step. */
  stepMicros: microsWire,
  /** The part paid by this payout. All parts of a payout add up to its amount. */
  amountMicros: microsWire,
  accruedAt: momentWire,
  /**
   * given_back: the payout did not leave or was returned. not_real: the views were found fake after the
   * payout had left.
   */
  state: z.enum(['part', 'given_back', 'not_real']),
});
export type PayoutPart = z.infer<typeof payoutPart>;

const payoutParts = route('GET /api/payouts/:id/parts', {
  access: 'clipper',
  summary: 'The steps of verified views that one of your payouts is made of, in the order of earning',
  params: idParams,
  query: cursorQuery,
  reply: pageOf(payoutPart),
  errors: ['not_found'],
});

export const payoutPartRoutes = {
  payoutParts,
  payoutPartsCsv: csvOf(payoutParts, 'payout-parts.csv'),
};
