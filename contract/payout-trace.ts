import { z } from 'zod';
import { csvOf } from './csv.ts';
import { depositRail, depositState } from './deposits.ts';
import { payoutPart } from './payout-parts.ts';
import { cursorQuery, idParams, idSchema, momentWire, pageOf } from './primitives.ts';
import { route } from './route.ts';

/** A piece of a part of a payout with the deposit that it came out of, first in, first out, as the books stand. */
export const payoutTraceRow = payoutPart.omit({ stepMicros: true, state: true }).extend({
  /** no_deposit: its host's money came from no deposit. not_real: no listing bears it but the clipper's debt, or a loss. */
  source: z.enum(['deposit', 'no_deposit', 'not_real']),
  hostUsername: z.string().nullable(),
  depositId: idSchema.nullable(),
  rail: depositRail.nullable(),
  /** How the deposit stands now. */
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
    'The same with the deposits that paid the listings, first in, first out; nothing of what did not leave or came back',
  reply: pageOf(payoutTraceRow),
  errors: ['not_found'],
});

export const payoutTraceRoutes = {
  adminPayoutParts,
  adminPayoutPartsCsv: csvOf(adminPayoutParts, 'payout-parts.csv'),
  adminPayoutTrace,
  adminPayoutTraceCsv: csvOf(adminPayoutTrace, 'payout-trace.csv'),
};
