import { z } from 'zod';
import {
  depositDispute,
  depositRail,
  depositRow,
  depositState,
  refundState,
} from '#contract/deposits/deposits.ts';
import { csvOf } from '#contract/wire/csv.ts';
import {
  cursorQuery,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  sortBy,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

const reason = z.string().trim().min(1).max(500);

export const adminDeposit = depositRow.extend({
  hostId: idSchema,
  hostUsername: z.string(),
  bankReference: z.string().nullable(),
});
export type AdminDeposit = z.infer<typeof adminDeposit>;

/** Everything admins can see about one deposit. */
export const adminDepositShown = adminDeposit.extend({
  /** The amount that a refund would return, in whole cents. */
  unspentMicros: microsWire,
  frozenAt: momentWire.nullable(),
  /**
   * Released earnings that can't be paid because a bank disputes this deposit or took it back; null if there
   * are none.
   */
  waitingEarningsMicros: microsWire.nullable(),
  /** True if the host is banned. A banned host can't ask for a refund, so an admin does. */
  isHostBanned: z.boolean(),
  /** The payer's email at the card processor. */
  payerEmail: z.string().nullable(),
  /** The processor's id of the payment; null before the payment exists, and for deposits on other rails. */
  paymentIntent: z.string().nullable(),
  /** The suspense item from which this deposit was credited. */
  suspenseItemId: idSchema.nullable(),
  /** Refunds of the deposit, newest first. */
  refunds: z.array(
    z.object({
      id: idSchema,
      amountMicros: microsWire,
      state: refundState,
      /**
       * self: the host refunded it within 30 days. request: the host asked, and an admin approved. processor:
       * the refund was made at the processor.
       */
      cause: z.enum(['self', 'request', 'processor']),
      /** The refunded amount that the host had already spent, which is the platform's loss. */
      lossMicros: microsWire,
      askedAt: momentWire,
      finishedAt: momentWire.nullable(),
      /** The refund's reference, or the reason why it failed. */
      note: z.string().nullable(),
    }),
  ),
  /** Disputes of the deposit, newest first. */
  disputes: z.array(
    depositDispute.extend({
      /** The two amounts that cover the dispute now: money of the host, and a loss of the platform. */
      hostMicros: microsWire,
      lossMicros: microsWire,
      /** The processor's fee for the dispute. */
      feeMicros: microsWire,
    }),
  ),
});
export type AdminDepositShown = z.infer<typeof adminDepositShown>;

const adminDeposits = route('GET /api/admin/deposits', {
  access: 'admin',
  summary: 'Deposits, newest first, by host and reference; `waiting`: those that an admin has to decide',
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
    summary: 'One deposit: state, reference, unspent amount, refunds and disputes',
    params: idParams,
    reply: adminDepositShown,
    errors: ['not_found'],
  }),
  confirmBankDeposit: route('POST /api/admin/deposits/:id/confirm', {
    access: 'admin',
    recentLogin: true,
    summary: 'Confirm a bank transfer with its reference at the bank and the amount that arrived',
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
    summary: 'Decline a deposit by bank transfer that will not arrive',
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
    summary: 'Release earnings that wait because a bank took back the deposit that paid them',
    params: idParams,
    body: z.object({ reason }),
    reply: z.object({ releasedMicros: microsWire }),
    errors: ['not_found', 'deposit_state', 'second_admin_needed', 'own_money'],
  }),
  refundOnBehalf: route('POST /api/admin/deposits/:id/refund', {
    access: 'admin',
    recentLogin: true,
    summary: 'Refund the unspent part of a banned host’s deposit to its source, whatever its age',
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
    summary: 'Approve a requested refund: the amount that is unspent now is sent back',
    params: idParams,
    reply: z.object({ amountMicros: microsWire }),
    errors: [
      'not_found',
      'deposit_state',
      'refund_nothing',
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
    summary: 'Record that a refund by bank transfer was made, with the bank’s reference',
    params: idParams,
    body: z.object({ reference: z.string().trim().min(3).max(100) }),
    errors: ['not_found', 'deposit_state', 'second_admin_needed', 'own_money'],
  }),
  markRefundFailed: route('POST /api/admin/refunds/:id/failed', {
    access: 'admin',
    recentLogin: true,
    summary: 'Record that a refund by bank transfer did not arrive: its amount returns to the balance',
    params: idParams,
    body: z.object({ reason }),
    errors: ['not_found', 'deposit_state', 'second_admin_needed', 'own_money'],
  }),
};
