import { z } from 'zod';
import { csvOf } from '#contract/wire/csv.ts';
import {
  cursorQuery,
  daySpan,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  sortBy,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

export const transactionType = z.enum([
  'Deposit',
  'Listing posted',
  'Listing topped up',
  'Listing returned',
  'Spent on clips',
  'Returned by clips',
  'Refund',
  'Refund returned',
  'Chargeback',
  'Chargeback returned',
  'Chargeback covered',
  'Account closed',
]);

/**
 * A row of the host's transaction history: a movement of the balance, or what the clips of a listing cost on
 * one day (UTC). Clips are paid from the listing's budget, so their row does not change the balance.
 */
export const hostTransaction = z.object({
  id: z.string(),
  date: momentWire,
  /** The change of the host's balance: negative when money moved into a listing, zero in a row about clips. */
  amountMicros: microsWire,
  /** Earnings of clips from the listing's budget on that day; negative for money that they gave back, zero in other rows. */
  spentMicros: microsWire,
  /** The host's balance after this row. */
  balanceMicros: microsWire,
  type: transactionType,
  listingId: idSchema.nullable(),
  listingTitle: z.string().nullable(),
  status: z.string(),
});
export type HostTransaction = z.infer<typeof hostTransaction>;

export const depositRail = z.enum(['test', 'bank', 'stripe']);
export type DepositRail = z.infer<typeof depositRail>;
export const depositState = z.enum(['created', 'confirmed', 'failed', 'disputed', 'charged_back']);
export type DepositState = z.infer<typeof depositState>;
export const refundState = z.enum(['requested', 'declined', 'refunding', 'refunded', 'refund_failed']);

/** A bank's chargeback of a card payment, or its inquiry before one. */
export const depositDispute = z.object({
  /** The dispute's id at the processor. */
  id: z.string(),
  /** The cardholder's reason, as the processor names it, such as `fraudulent`. */
  reason: z.string(),
  amountMicros: microsWire,
  openedAt: momentWire,
  /** The processor's deadline for evidence; null when none is required. */
  evidenceDueAt: momentWire.nullable(),
  /** True if evidence has been sent. */
  hasEvidence: z.boolean(),
  outcome: z.enum(['won', 'lost']).nullable(),
  closedAt: momentWire.nullable(),
});
export type DepositDispute = z.infer<typeof depositDispute>;

export const depositRow = z.object({
  id: idSchema,
  rail: depositRail,
  amountMicros: microsWire,
  state: depositState,
  /** True if a slow payment method was used and the processor has not yet confirmed the payment. */
  pending: z.boolean(),
  /** True after an early fraud warning or a lost dispute: the balance can't be spent. */
  frozen: z.boolean(),
  /** The reference that the host writes on the bank transfer, or the name of the payment. */
  reference: z.string(),
  createdAt: momentWire,
  confirmedAt: momentWire.nullable(),
  failure: z.string().nullable(),
  /** True if the payment page can still be opened. */
  payable: z.boolean(),
  refundedMicros: microsWire,
  /** Id of the newest refund; null if there is none. */
  refundId: idSchema.nullable(),
  refundState: refundState.nullable(),
  refundAskedAt: momentWire.nullable(),
  refundMicros: microsWire.nullable(),
  refundFailure: z.string().nullable(),
  /** The newest dispute; null when there is none. */
  dispute: depositDispute.nullable(),
});

export const hostDeposit = depositRow.extend({
  /** The unspent part of this deposit in whole cents, which a refund would return. */
  unspentMicros: microsWire,
  /** Until then the host can refund the deposit without an admin's approval. */
  refundSelfUntil: momentWire.nullable(),
});
export type HostDeposit = z.infer<typeof hostDeposit>;

const amountBody = z.object({ amountMicros: microsWire });
const amountErrors = ['rail_off', 'deposit_amount'] as const;

const hostTransactions = route('GET /api/host/transactions', {
  access: 'host',
  scope: 'money:read',
  summary:
    'Deposits, movements between balance and listings, and spending by listing and day, newest first or by `sort`, by type, days (UTC, both included), listing, and title or id',
  query: cursorQuery.extend({
    type: transactionType.optional(),
    ...daySpan,
    listing: idSchema.optional(),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date'),
  }),
  reply: pageOf(hostTransaction),
});

const hostDeposits = route('GET /api/host/deposits', {
  access: 'host',
  scope: 'money:read',
  summary:
    'Own deposits, newest first or by `sort`, each with its refundable amount; by state, reference or id',
  query: cursorQuery.extend({
    state: depositState.optional(),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date', 'amount'),
  }),
  reply: pageOf(hostDeposit),
});

const hostRoutes = {
  depositRails: route('GET /api/deposits/rails', {
    access: 'host',
    summary: 'Ways to add money, and whether the balance is frozen',
    reply: z.object({
      testCard: z.boolean(),
      card: z.enum(['off', 'live', 'test', 'simulated']),
      bank: z.boolean(),
      /** True if a dispute or fraud warning is open: no part of the balance can be spent or refunded. */
      frozen: z.boolean(),
      /**
       * True if a dispute is open: earnings of approved clips are not released until the bank has decided.
       */
      earningsWait: z.boolean(),
    }),
  }),
  depositByTestCard: route('POST /api/deposits/test-card', {
    access: 'host',
    summary: 'Add funds by the labelled test card (demo mode only)',
    body: amountBody,
    reply: z.object({ id: idSchema, balanceMicros: microsWire }),
    errors: ['test_card_off', 'deposit_amount'],
    idempotent: true,
  }),
  depositByCard: route('POST /api/deposits/card', {
    access: 'host',
    summary: 'Begin a card deposit; its payment page is opened next',
    body: amountBody,
    reply: z.object({ id: idSchema }),
    errors: amountErrors,
    idempotent: true,
    perMinute: 20,
  }),
  openDepositPage: route('POST /api/deposits/:id/open', {
    access: 'host',
    summary: 'The address of the processor’s payment page, the same on every call',
    params: idParams,
    reply: z.object({ url: z.string() }),
    errors: ['not_found', 'deposit_state', 'payment_unavailable', 'rail_off'],
    perMinute: 20,
  }),
  depositByBank: route('POST /api/deposits/bank', {
    access: 'host',
    summary: 'Ask for a reference for a bank transfer',
    body: amountBody,
    reply: z.object({ id: idSchema, reference: z.string(), instructions: z.string() }),
    errors: amountErrors,
    idempotent: true,
    perMinute: 20,
  }),
  cancelDeposit: route('POST /api/deposits/:id/cancel', {
    access: 'host',
    summary: 'Cancel a bank transfer that was not made',
    params: idParams,
    errors: ['not_found', 'deposit_state'],
  }),
  hostDeposit: route('GET /api/host/deposits/:id', {
    access: 'host',
    summary: 'One own deposit, with the instructions of an expected bank transfer',
    params: idParams,
    reply: hostDeposit.extend({ instructions: z.string().nullable() }),
    errors: ['not_found'],
  }),
  refundDeposit: route('POST /api/deposits/:id/refund', {
    access: 'host',
    summary: 'Refund the unspent part of a deposit to its source, or request that after 30 days',
    params: idParams,
    reply: z.object({ state: refundState, amountMicros: microsWire }),
    errors: ['not_found', 'deposit_state', 'refund_nothing', 'refund_open', 'balance_frozen'],
    idempotent: true,
  }),
};

export const depositRoutes = {
  hostTransactions,
  hostTransactionsCsv: csvOf(hostTransactions, 'transactions.csv'),
  hostDeposits,
  hostDepositsCsv: csvOf(hostDeposits, 'deposits.csv'),
  ...hostRoutes,
};
