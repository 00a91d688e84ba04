import { z } from 'zod';
import { csvOf } from './csv.ts';
import {
  cursorQuery,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  viewsSchema,
} from './primitives.ts';
import { route } from './route.ts';

/** What of a payout one step of a clip's verified views is. */
export const payoutPart = z.object({
  submissionId: idSchema,
  listingId: idSchema,
  listingTitle: z.string(),
  /** The clip. */
  url: z.string(),
  viewsFrom: viewsSchema,
  viewsTo: viewsSchema,
  /** What the whole step earned; a payout can take a piece of one. */
  stepMicros: microsWire,
  /** Of it, in this payout. All parts of a payout together are its amount. */
  amountMicros: microsWire,
  accruedAt: momentWire,
  /** given_back: the payout did not leave or came back. not_real: the views were found not to be real after it had left. */
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
