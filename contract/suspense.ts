import { z } from 'zod';
import { NOTE_MAX } from './limits.ts';
import { csvOf } from './wire/csv.ts';
import {
  cursorQuery,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  sortBy,
} from './wire/primitives.ts';
import { route } from './wire/route.ts';

export const suspenseCause = z.enum([
  'refund_failed',
  'payout_failed',
  'payout_returned',
  'dispute_won',
  'budget_freed',
  'late_deposit',
  'closed_account',
  'bank_transfer',
  'card_payment',
  'unmatched',
]);
export const suspenseState = z.enum(['open', 'sent_back', 'credited', 'written_off', 'reclaimed']);
/**
 * The place where the money is held: Stripe, PayPal, the bank, or the account from which a person makes
 * payments by hand.
 */
export const suspenseRail = z.enum(['test', 'bank', 'stripe', 'paypal', 'manual']);
export type SuspenseRail = z.infer<typeof suspenseRail>;

/**
 * Ways to resolve an open item. card: the payment is refunded through the card processor. resend: the amount
 * is paid out again, which is the only way for a clipper's earnings.
 */
export const suspenseWay = z.enum(['send_back', 'card', 'credit', 'resend', 'write_off']);
export type SuspenseWay = z.infer<typeof suspenseWay>;

/** An amount of money without an owner: its origin, since when it waits, and its outcome. */
export const suspenseItem = z.object({
  id: idSchema,
  cause: suspenseCause,
  /** The role of the closed account from which the money was taken; null if it has no known owner. */
  owner: z.enum(['host', 'clipper']).nullable(),
  ownerId: idSchema.nullable(),
  rail: suspenseRail.nullable(),
  amountMicros: microsWire,
  reference: z.string(),
  arrivedAt: momentWire,
  state: suspenseState,
  ways: z.array(suspenseWay),
  /** The failed or returned payout that can be paid again. */
  payoutId: idSchema.nullable(),
  resolvedAt: momentWire.nullable(),
  reason: z.string().nullable(),
  /** The rail and the reference with which the money was sent back; null if it wasn't. */
  sentRail: suspenseRail.nullable(),
  sentReference: z.string().nullable(),
});
export type SuspenseItem = z.infer<typeof suspenseItem>;

/** Everything admins can see about one amount without an owner. */
export const suspenseItemShown = suspenseItem.extend({
  /** The object from which the money originated; null if that has no page. */
  origin: z.object({ what: z.enum(['deposit', 'payout', 'listing']), id: idSchema }).nullable(),
  /** The admin who resolved it. */
  resolvedBy: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** The deposit that was created from the money. */
  depositId: idSchema.nullable(),
});
export type SuspenseItemShown = z.infer<typeof suspenseItemShown>;

const reason = z.string().trim().min(1, 'Say why.').max(NOTE_MAX);
const reference = z.string().trim().min(1, 'Enter the reference.').max(100);

const adminSuspense = route('GET /api/admin/suspense', {
  access: 'admin',
  summary: 'Money without an owner: open items, oldest first, or resolved ones, newest first, or by `sort`',
  query: cursorQuery.extend({
    state: z.enum(['open', 'resolved']).default('open'),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date'),
  }),
  reply: pageOf(suspenseItem),
});

const resolving = {
  access: 'admin',
  recentLogin: true,
  idempotent: true,
  params: idParams,
} as const;

export const suspenseRoutes = {
  recordTransfer: route('POST /api/admin/suspense/transfers', {
    access: 'admin',
    recentLogin: true,
    idempotent: true,
    summary: 'Record a bank transfer whose reference matches no deposit: it is booked to suspense',
    body: z.object({ bankReference: z.string().trim().min(3).max(100), amountMicros: microsWire }),
    reply: z.object({ id: idSchema }),
    errors: ['transfer_amount', 'bank_reference_used', 'second_admin_needed'],
  }),
  adminSuspense,
  adminSuspenseCsv: csvOf(adminSuspense, 'suspense.csv'),
  adminSuspenseItem: route('GET /api/admin/suspense/:id', {
    access: 'admin',
    summary: 'One amount without an owner: its origin, the ways to resolve it, and its outcome',
    params: idParams,
    reply: suspenseItemShown,
    errors: ['not_found'],
  }),
  sendBackSuspense: route('POST /api/admin/suspense/:id/send-back', {
    ...resolving,
    summary: 'Record that money without an owner was sent back by hand: the rail and the reference',
    body: z.object({ rail: suspenseRail, reference, reason }),
    errors: ['not_found', 'suspense_resolved', 'second_admin_needed', 'own_money', 'suspense_is_earned'],
  }),
  refundSuspense: route('POST /api/admin/suspense/:id/refund', {
    ...resolving,
    summary: 'Send a card payment back through the card processor',
    body: z.object({ reason }),
    errors: ['not_found', 'suspense_resolved', 'second_admin_needed', 'own_money', 'suspense_no_card'],
  }),
  creditSuspense: route('POST /api/admin/suspense/:id/credit', {
    ...resolving,
    summary: 'Credit money without an owner to a host: it becomes their deposit',
    body: z.object({ username: z.string().trim().min(1, 'Enter the host.').max(100), reason }),
    errors: [
      'not_found',
      'suspense_resolved',
      'second_admin_needed',
      'own_money',
      'suspense_is_earned',
      'suspense_no_host',
    ],
  }),
  writeOffSuspense: route('POST /api/admin/suspense/:id/write-off', {
    ...resolving,
    summary: 'Write off money without an owner: it lowers the platform’s losses',
    body: z.object({ reason }),
    errors: ['not_found', 'suspense_resolved', 'second_admin_needed'],
  }),
};
