import { z } from 'zod';
import { csvOf } from './csv.ts';
import {
  cursorQuery,
  daySpan,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  sortBy,
} from './primitives.ts';
import { route } from './route.ts';

export const transactionType = z.enum([
  'Deposit',
  'Listing posted',
  'Listing topped up',
  'Listing returned',
  'Refund',
  'Refund returned',
  'Chargeback',
  'Chargeback returned',
  'Chargeback covered',
  'Account closed',
]);

/** A row of the host's transaction history: what came in, what went into listings and came back. */
export const hostTransaction = z.object({
  id: z.string(),
  date: momentWire,
  /** As the balance saw it: negative when money left it for a listing. */
  amountMicros: microsWire,
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
export type RefundState = z.infer<typeof refundState>;

/** A bank takes a card payment back, or asks about it first. */
export const depositDispute = z.object({
  /** As the processor calls it. */
  id: z.string(),
  /** What the owner of the card said, in the processor's word: `fraudulent`. */
  reason: z.string(),
  amountMicros: microsWire,
  openedAt: momentWire,
  /** By when evidence has to be with the processor; null: none is asked for. */
  evidenceDueAt: momentWire.nullable(),
  /** Evidence has been sent. */
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
  /** Paid in a way that takes days: the processor has not said yet whether the money arrives. */
  pending: z.boolean(),
  /** An early warning of fraud or a lost dispute: the balance can't be spent. */
  frozen: z.boolean(),
  /** What stands on the bank transfer, or names the payment. */
  reference: z.string(),
  createdAt: momentWire,
  confirmedAt: momentWire.nullable(),
  failure: z.string().nullable(),
  /** The payment page can still be opened. */
  payable: z.boolean(),
  refundedMicros: microsWire,
  /** Of the newest refund; null when there is none. */
  refundId: idSchema.nullable(),
  refundState: refundState.nullable(),
  refundAskedAt: momentWire.nullable(),
  refundMicros: microsWire.nullable(),
  refundFailure: z.string().nullable(),
  /** The newest; null when there is none. */
  dispute: depositDispute.nullable(),
});

export const hostDeposit = depositRow.extend({
  /** Whole cents of this deposit that are not spent: what a refund would send back. */
  unspentMicros: microsWire,
  /** Until when it goes back at a press; later an admin agrees first. */
  refundSelfUntil: momentWire.nullable(),
});
export type HostDeposit = z.infer<typeof hostDeposit>;

const amountBody = z.object({ amountMicros: microsWire });
const amountErrors = ['rail_off', 'deposit_amount'] as const;

const hostTransactions = route('GET /api/host/transactions', {
  access: 'host',
  scope: 'money:read',
  summary:
    'Deposits and moves between balance and listings, newest first or by `sort`, by type, days (UTC, both included), listing, and title or id',
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
    'Own deposits, newest first or by `sort`, with what can be refunded of each; of a state, by reference or id',
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
    summary: 'How money can be added here, and whether the balance is frozen',
    reply: z.object({
      testCard: z.boolean(),
      card: z.enum(['off', 'live', 'test', 'simulated']),
      bank: z.boolean(),
      /** A dispute or a warning: nothing of the balance can be spent or refunded. */
      frozen: z.boolean(),
      /** A dispute that is open: what approved clips earn is set aside until the bank has decided. */
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
    summary: 'The address of the processor’s payment page; the same one every time',
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
    summary: 'Give up a bank transfer that was not made',
    params: idParams,
    errors: ['not_found', 'deposit_state'],
  }),
  hostDeposit: route('GET /api/host/deposits/:id', {
    access: 'host',
    summary: 'One own deposit as it stands, with the instructions of a bank transfer that is awaited',
    params: idParams,
    reply: hostDeposit.extend({ instructions: z.string().nullable() }),
    errors: ['not_found'],
  }),
  refundDeposit: route('POST /api/deposits/:id/refund', {
    access: 'host',
    summary: 'Send what is unspent of a deposit back to where it came from, or ask for that after 30 days',
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
