import { z } from 'zod';
import { csvOf } from './csv.ts';
import { depositDispute, depositRail, depositRow, depositState, refundState } from './deposits.ts';
import { cursorQuery, idParams, idSchema, microsWire, momentWire, pageOf, sortBy } from './primitives.ts';
import { route } from './route.ts';

const reason = z.string().trim().min(1).max(500);

export const adminDeposit = depositRow.extend({
  hostId: idSchema,
  hostUsername: z.string(),
  bankReference: z.string().nullable(),
});
export type AdminDeposit = z.infer<typeof adminDeposit>;

/** Everything that an admin may know of one deposit. */
export const adminDepositShown = adminDeposit.extend({
  /** In whole cents: what a refund would send back. */
  unspentMicros: microsWire,
  frozenAt: momentWire.nullable(),
  /** Released earnings that wait because a bank questions this deposit, or took it back; null: none. */
  waitingEarningsMicros: microsWire.nullable(),
  /** The host is banned and can't ask for a refund: an admin does. */
  isHostBanned: z.boolean(),
  /** Who paid by card, as the processor knows them. */
  payerEmail: z.string().nullable(),
  /** The processor's payment; null before one was made, and by other ways. */
  paymentIntent: z.string().nullable(),
  /** The item in suspense that it was credited from. */
  suspenseItemId: idSchema.nullable(),
  /** Newest first. */
  refunds: z.array(
    z.object({
      id: idSchema,
      amountMicros: microsWire,
      state: refundState,
      /** self: by the host within 30 days; request: an admin agrees first; processor: made there. */
      cause: z.enum(['self', 'request', 'processor']),
      /** Of the amount, what the host had spent already: a loss. */
      lossMicros: microsWire,
      askedAt: momentWire,
      finishedAt: momentWire.nullable(),
      /** Its reference, or why it failed. */
      note: z.string().nullable(),
    }),
  ),
  /** Newest first. */
  disputes: z.array(
    depositDispute.extend({
      /** What is taken for it now: from the host, and as a loss. */
      hostMicros: microsWire,
      lossMicros: microsWire,
      /** What the processor asks for it. */
      feeMicros: microsWire,
    }),
  ),
});
export type AdminDepositShown = z.infer<typeof adminDepositShown>;

const adminDeposits = route('GET /api/admin/deposits', {
  access: 'admin',
  summary: 'Deposits, newest first, by host and reference; `waiting`: what an admin has to decide on',
  query: cursorQuery.extend({
    search: z.string().trim().max(100).optional(),
    state: depositState.optional(),
    rail: depositRail.optional(),
    waiting: z.enum(['true', 'false']).default('false'),
    sort: sortBy('date', 'amount'),
  }),
  reply: pageOf(adminDeposit),
});

export const adminDepositRoutes = {
  adminDeposits,
  adminDepositsCsv: csvOf(adminDeposits, 'deposits.csv'),
  adminDeposit: route('GET /api/admin/deposits/:id', {
    access: 'admin',
    summary: 'One deposit: state, reference, what is unspent, its refunds and disputes',
    params: idParams,
    reply: adminDepositShown,
    errors: ['not_found'],
  }),
  confirmBankDeposit: route('POST /api/admin/deposits/:id/confirm', {
    access: 'admin',
    recentLogin: true,
    summary: 'A bank transfer has arrived: its reference at the bank, and the amount that came',
    params: idParams,
    body: z.object({ bankReference: z.string().trim().min(3).max(100), amountMicros: microsWire }),
    reply: z.object({ creditedMicros: microsWire, suspenseMicros: microsWire }),
    errors: [
      'not_found',
      'deposit_state',
      'transfer_amount',
      'bank_reference_used',
      'second_admin_needed',
      'own_money',
    ],
  }),
  declineDeposit: route('POST /api/admin/deposits/:id/decline', {
    access: 'admin',
    summary: 'A bank transfer that will not come',
    params: idParams,
    body: z.object({ reason }),
    errors: ['not_found', 'deposit_state'],
  }),
  liftDepositFreeze: route('POST /api/admin/deposits/:id/lift', {
    access: 'admin',
    recentLogin: true,
    summary: 'Lift a freeze once a fraud warning or a lost dispute was reviewed: the host can spend again',
    params: idParams,
    body: z.object({ reason }),
    errors: ['not_found', 'deposit_state', 'second_admin_needed', 'own_money'],
  }),
  releaseDepositEarnings: route('POST /api/admin/deposits/:id/release-earnings', {
    access: 'admin',
    recentLogin: true,
    summary: 'Let earnings leave that wait because a bank took back the deposit that paid them',
    params: idParams,
    body: z.object({ reason }),
    reply: z.object({ releasedMicros: microsWire }),
    errors: ['not_found', 'deposit_state', 'second_admin_needed', 'own_money'],
  }),
  refundOnBehalf: route('POST /api/admin/deposits/:id/refund', {
    access: 'admin',
    recentLogin: true,
    summary: 'Refund what is unspent of a banned host’s deposit to its source, however old it is',
    params: idParams,
    body: z.object({ reason }),
    reply: z.object({ amountMicros: microsWire, state: refundState }),
    errors: [
      'not_found',
      'changed_meanwhile',
      'deposit_state',
      'refund_nothing',
      'refund_open',
      'balance_frozen',
      'second_admin_needed',
      'own_money',
    ],
  }),
  agreeRefund: route('POST /api/admin/refunds/:id/agree', {
    access: 'admin',
    recentLogin: true,
    summary: 'Agree to a requested refund: what is unspent by now leaves',
    params: idParams,
    reply: z.object({ amountMicros: microsWire }),
    errors: [
      'not_found',
      'deposit_state',
      'refund_nothing',
      'refund_open',
      'balance_frozen',
      'second_admin_needed',
      'own_money',
    ],
  }),
  declineRefund: route('POST /api/admin/refunds/:id/decline', {
    access: 'admin',
    summary: 'Decline a requested refund, with a reason that the host reads',
    params: idParams,
    body: z.object({ reason }),
    errors: ['not_found', 'deposit_state'],
  }),
  markRefundPaid: route('POST /api/admin/refunds/:id/paid', {
    access: 'admin',
    recentLogin: true,
    summary: 'A refund by bank transfer was made, with the bank’s reference',
    params: idParams,
    body: z.object({ reference: z.string().trim().min(3).max(100) }),
    errors: ['not_found', 'deposit_state', 'second_admin_needed', 'own_money'],
  }),
  markRefundFailed: route('POST /api/admin/refunds/:id/failed', {
    access: 'admin',
    recentLogin: true,
    summary: 'A refund by bank transfer did not arrive: the money is on the balance again',
    params: idParams,
    body: z.object({ reason }),
    errors: ['not_found', 'deposit_state', 'second_admin_needed', 'own_money'],
  }),
};
