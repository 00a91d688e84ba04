import { z } from 'zod';
import { adminPayoutRow } from '#contract/payouts/payouts.ts';
import { csvOf } from '#contract/wire/csv.ts';
import {
  accountParams,
  cursorQuery,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  sortBy,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { bulkIds, bulkReply } from './bulk.ts';

const reason = z.string().trim().min(1).max(500);

export const payoutBatchState = z.enum(['created', 'sent', 'refused', 'closed', 'abandoned']);

export const payoutBatchRow = z.object({
  id: idSchema,
  /**
   * refused: PayPal accepted no payout of the batch. abandoned: the batch's outcome is unknown, and PayPal is
   * about to delete the batch's id.
   */
  state: payoutBatchState,
  payouts: z.int(),
  /** The number of payouts in the batch that are neither paid nor returned to the balance. */
  openPayouts: z.int(),
  amountMicros: microsWire,
  attempts: z.int(),
  createdAt: momentWire,
  sentAt: momentWire.nullable(),
  /** When the batch is next sent or read. */
  nextStepAt: momentWire.nullable(),
  paypalBatchId: z.string().nullable(),
  problem: z.string().nullable(),
});
export type PayoutBatchRow = z.infer<typeof payoutBatchRow>;

export const payoutTotalRow = z.object({
  clipperId: idSchema,
  username: z.string(),
  /** The account's email; empty when the account was closed. */
  email: z.string(),
  /** ISO 3166-1 alpha-2; null if the person was never asked for a country. */
  country: z.string().nullable(),
  totalMicros: microsWire,
  /** The part that PayPal paid, which PayPal itself reports to tax authorities. */
  paypalMicros: microsWire,
  /** True if the total is at or above the threshold of the tax report. */
  reportable: z.boolean(),
});
export type PayoutTotalRow = z.infer<typeof payoutTotalRow>;

/** A status that PayPal reported after the payout was decided by hand. It moves no money. */
export const lateProviderStatus = z.object({
  payoutId: idSchema,
  clipperUsername: z.string(),
  amountMicros: microsWire,
  reportedAt: momentWire,
  /** PayPal's status, and what to do about it. */
  text: z.string(),
});
export type LateProviderStatus = z.infer<typeof lateProviderStatus>;

/** Everything admins can see about one payout. */
export const adminPayout = adminPayoutRow.extend({
  /** When an admin or PayPal picked it up. */
  pickedUpAt: momentWire.nullable(),
  /** When a paid payout was returned. */
  returnedAt: momentWire.nullable(),
  /** PayPal's name for the payout's state; null until PayPal reports one, and for payouts made by hand. */
  providerStatus: z.string().nullable(),
  /** The batch in which it was sent to PayPal. */
  batch: payoutBatchRow.pick({ id: true, state: true, paypalBatchId: true, problem: true }).nullable(),
  /** A status that PayPal reported after the payout was decided by hand. */
  lateStatus: lateProviderStatus
    .pick({ text: true, reportedAt: true })
    .extend({ resolvedAt: momentWire.nullable() })
    .nullable(),
});
export type AdminPayout = z.infer<typeof adminPayout>;

const payoutTotals = route('GET /api/admin/payout-totals', {
  access: 'admin',
  summary:
    'Payouts per person in a year (UTC), without those returned in any year; largest first, by username and email',
  query: cursorQuery.extend({
    year: z.coerce.number().int().min(2000).max(9999),
    search: z.string().trim().max(100).optional(),
  }),
  reply: pageOf(payoutTotalRow),
});

const payoutBatches = route('GET /api/admin/payout-batches', {
  access: 'admin',
  summary: 'Batches sent to PayPal, newest first or by `sort`, by id and state',
  query: cursorQuery.extend({
    search: z.string().trim().max(100).optional(),
    state: payoutBatchState.optional(),
    sort: sortBy('date'),
  }),
  reply: pageOf(payoutBatchRow),
});

/** The payout routes of admins: controls, second confirmation, returns, batches and the trace. */
export const adminPayoutRoutes = {
  adminPayout: route('GET /api/admin/payouts/:id', {
    access: 'admin',
    summary: 'One payout: state, address, batch, waiting parts and late statuses of PayPal',
    params: idParams,
    reply: adminPayout,
    errors: ['not_found'],
  }),
  payoutTotals,
  payoutTotalsCsv: csvOf(payoutTotals, 'payout-totals.csv'),
  payoutControls: route('GET /api/admin/payout-controls', {
    access: 'admin',
    summary: 'The rail of payouts, whether they are paused, and PayPal’s late statuses',
    reply: z.object({
      rail: z.enum(['manual', 'paypal']),
      pause: z.object({ at: momentWire, by: z.string(), reason: z.string() }).nullable(),
      /** Statuses that no operator has resolved, oldest first and at most 100. */
      lateStatuses: z.array(lateProviderStatus),
    }),
  }),
  resolveLateStatus: route('POST /api/admin/payouts/:id/late-status', {
    access: 'admin',
    summary: 'Note what was done about a late provider status',
    params: idParams,
    body: z.object({ reason }),
    errors: ['changed_meanwhile'],
  }),
  pausePayouts: route('POST /api/admin/payout-controls/pause', {
    access: 'admin',
    summary: 'Pause all payouts: nothing leaves, requested payouts wait',
    body: z.object({ reason }),
    errors: ['changed_meanwhile'],
  }),
  resumePayouts: route('POST /api/admin/payout-controls/resume', {
    access: 'admin',
    recentLogin: true,
    summary: 'Resume payouts',
    body: z.object({ reason }),
    errors: ['changed_meanwhile'],
  }),
  confirmPayout: route('POST /api/admin/payouts/:id/confirm', {
    access: 'admin',
    recentLogin: true,
    summary: 'Agree to a large payout: it leaves when two different admins have',
    params: idParams,
    errors: ['not_found', 'payout_state', 'payout_owed', 'own_money'],
  }),
  returnPayout: route('POST /api/admin/payouts/:id/returned', {
    access: 'admin',
    recentLogin: true,
    summary:
      'Record that a paid payout was returned: the amount is available again, and weekly payouts wait for a new address',
    params: idParams,
    body: z.object({ reason }),
    errors: ['not_found', 'payout_state', 'second_admin_needed', 'own_money'],
  }),
  cancelPayoutByAdmin: route('POST /api/admin/payouts/:id/cancel', {
    access: 'admin',
    recentLogin: true,
    summary: 'Cancel a payout that nobody has picked up: the amount is available again',
    params: idParams,
    body: z.object({ reason }),
    errors: ['not_found', 'payout_state'],
  }),
  resendPayout: route('POST /api/admin/payouts/:id/resend', {
    access: 'admin',
    recentLogin: true,
    summary: 'Send a returned payout of a closed account again, to an address that its person gave',
    params: idParams,
    body: z.object({ email: z.email().max(127), reason }),
    reply: z.object({ id: idSchema }),
    errors: ['not_found', 'payout_state', 'second_admin_needed', 'own_money'],
    idempotent: true,
  }),
  enterPayoutAddress: route('PUT /api/admin/people/:id/payout-address', {
    access: 'admin',
    recentLogin: true,
    summary:
      'Enter the payment email of a banned person, who can’t do so: payouts that may leave start at once and wait 24 hours',
    params: accountParams,
    body: z.object({
      email: z.email().max(127),
      reason,
      /**
       * True if the person has confirmed to the operator that they are 18 or older. Required if they never
       * confirmed it on this site.
       */
      isAdult: z.boolean().default(false),
    }),
    reply: z.object({ usableAt: momentWire, startedMicros: microsWire }),
    errors: ['not_found', 'changed_meanwhile', 'payout_email_of_admin', 'second_admin_needed', 'own_money'],
  }),
  markPayouts: route('POST /api/admin/payouts/mark', {
    access: 'admin',
    recentLogin: true,
    summary: 'Pick up, mark paid or mark failed many payouts at once, each on its own',
    body: z.discriminatedUnion('act', [
      z.object({ act: z.literal('pick_up'), ids: bulkIds }),
      z.object({
        act: z.literal('paid'),
        ids: bulkIds,
        reference: z.string().trim().min(1).max(200),
      }),
      z.object({ act: z.literal('failed'), ids: bulkIds, reason }),
    ]),
    reply: bulkReply,
  }),
  payoutBatches,
  payoutBatchesCsv: csvOf(payoutBatches, 'payout-batches.csv'),
};
