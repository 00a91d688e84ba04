import { z } from 'zod';
import { depositRail, depositState } from '#contract/deposits/deposits.ts';
import { csvOf } from '#contract/wire/csv.ts';
import { cursorQuery, idParams, idSchema, momentWire, pageOf } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { payoutPart } from './payout-parts.ts';

/** The piece of a payout's part that one deposit paid. By the ledger, the oldest deposit is spent first. */
export const payoutTraceRow = payoutPart.omit({ stepMicros: true, state: true }).extend({
  /**
   * no_deposit: the host's money had another origin than a deposit. not_real: the clipper's debt or a loss
   * pays for it, rather than a listing.
   */
  source: z.enum(['deposit', 'no_deposit', 'not_real']),
  hostUsername: z.string().nullable(),
  depositId: idSchema.nullable(),
  rail: depositRail.nullable(),
  /** The deposit's current state. */
  depositState: depositState.nullable(),
  reference: z.string().nullable(),
  confirmedAt: momentWire.nullable(),
});
export type PayoutTraceRow = z.infer<typeof payoutTraceRow>;

const list = { access: 'admin', params: idParams, query: cursorQuery } as const;

const adminPayoutParts = route('GET /api/admin/payouts/:id/parts', {
  ...list,
  summary: 'The steps of verified views that a payout is made of, in the order of earning',
  reply: pageOf(payoutPart),
  errors: ['not_found'],
});

const adminPayoutTrace = route('GET /api/admin/payouts/:id/trace', {
  ...list,
  summary:
    'The parts of a payout with the deposits that paid them, first in, first out; without parts that did not leave or were returned',
  reply: pageOf(payoutTraceRow),
  errors: ['not_found'],
});

export const payoutTraceRoutes = {
  adminPayoutParts,
  adminPayoutPartsCsv: csvOf(adminPayoutParts, 'payout-parts.csv'),
  adminPayoutTrace,
  adminPayoutTraceCsv: csvOf(adminPayoutTrace, 'payout-trace.csv'),
};
