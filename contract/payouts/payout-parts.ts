import { z } from 'zod';
import { clipNameFields } from '#contract/clips/clip-name.ts';
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

/** A part of a payout. It pays one earnings step of a clip, or a fraction of the step. */
export const payoutPart = z.object({
  submissionId: idSchema,
  listingId: idSchema,
  listingTitle: z.string(),
  ...clipNameFields,
  viewsFrom: viewsSchema,
  viewsTo: viewsSchema,
  /** The earnings of the whole step, which may be more than this payout pays. */
  stepMicros: microsWire,
  /** The amount that this payout pays for the step. The parts of a payout add up to its amount. */
  amountMicros: microsWire,
  accruedAt: momentWire,
  /**
   * given_back: the payout was not sent, or was returned. not_real: the views were found to be fake after the
   * payout was sent.
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
