import { z } from 'zod';
import { countryCode } from './countries.ts';
import { csvOf } from './csv.ts';
import { cursorQuery, idParams, idSchema, microsWire, momentWire, pageOf, sortBy } from './primitives.ts';
import { route } from './route.ts';

export const payoutState = z.enum(['requested', 'processing', 'paid', 'failed', 'canceled', 'returned']);
export type PayoutState = z.infer<typeof payoutState>;

export const payoutRow = z.object({
  id: idSchema,
  cause: z.enum(['withdrawal', 'weekly', 'closing']),
  amountMicros: microsWire,
  /** Masked for its owner ("t•••@cutroom.example"), whole for admins. */
  destination: z.string(),
  rail: z.enum(['manual', 'paypal']),
  state: payoutState,
  requestedAt: momentWire,
  dueAt: momentWire,
  finishedAt: momentWire.nullable(),
  reference: z.string().nullable(),
  failure: z.string().nullable(),
  /** What PayPal says while it is under way: not processed yet, held for review, or not claimed by its receiver. */
  waits: z.enum(['pending', 'on_hold', 'unclaimed']).nullable(),
  /** Why it waits for the accounts that earned it, and what to do; null: it does not. */
  accountProblem: z.string().nullable(),
  /** It came back, and weekly payouts wait until the address that it went to is changed. */
  stopsWeekly: z.boolean(),
});
export type PayoutRow = z.infer<typeof payoutRow>;

/** What a clipper has, and what of it can leave: shown wherever money leaves. */
export const leaving = z.object({
  availableMicros: microsWire,
  /** Whole cents, at most what is available. */
  canLeaveMicros: microsWire,
  /** Why the two differ and what to do, then why payouts that were asked for have not left, each a sentence; empty when nothing waits or is owed. */
  reasons: z.array(z.string()),
  /** What is available now and leaves with the next weekly run, if nothing else happens until then. */
  nextRun: z.object({
    at: momentWire,
    amountMicros: microsWire,
    /** Why nothing leaves with it, and what to do. */
    problem: z.string().nullable(),
  }),
});
export type Leaving = z.infer<typeof leaving>;

export const adminPayoutRow = payoutRow.extend({
  clipperId: idSchema,
  clipperUsername: z.string(),
  /** Its clipper is banned and the money was not reviewed, or a second admin has still to agree that views were bought: it can't be picked up. */
  frozen: z.boolean(),
  /** PayPal has it in hand: nothing can be marked. */
  atProcessor: z.boolean(),
  /** It leaves when two different admins have agreed; their names so far. Null for smaller ones. */
  confirmedBy: z.array(z.string()).nullable(),
  /** Its clipper's account is closed: what came back can be sent to another address. */
  closed: z.boolean(),
});
export type AdminPayoutRow = z.infer<typeof adminPayoutRow>;

const clipperPayouts = route('GET /api/clipper/payouts', {
  access: 'clipper',
  scope: 'money:read',
  summary: 'Own payouts, newest first or by `sort`; of a state, by reference or id',
  query: cursorQuery.extend({
    state: payoutState.optional(),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date', 'amount'),
  }),
  reply: pageOf(payoutRow),
});

const adminPayouts = route('GET /api/admin/payouts', {
  access: 'admin',
  summary: 'The payout queue, oldest first; or finished ones, newest first; by clipper, address or reference',
  query: cursorQuery.extend({
    open: z.enum(['true', 'false']).default('true'),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date', 'amount'),
  }),
  reply: pageOf(adminPayoutRow),
});

export const payoutRoutes = {
  clipperPayouts,
  clipperPayoutsCsv: csvOf(clipperPayouts, 'payouts.csv'),
  adminPayouts,
  adminPayoutsCsv: csvOf(adminPayouts, 'payouts.csv'),
  payoutAddress: route('GET /api/clipper/payout-address', {
    access: 'clipper',
    summary:
      'The payment email, whether it can be used and the age is confirmed; when the next weekly run is',
    reply: z.object({
      email: z.string().nullable(),
      /** ISO 3166-1 alpha-2; null: not asked yet. */
      country: z.string().nullable(),
      usableAt: momentWire.nullable(),
      /** By the server's clock: whether it can be used now. */
      usable: z.boolean(),
      /** Only people of 18 or older are paid. */
      ageConfirmed: z.boolean(),
      nextWeeklyRunAt: momentWire,
      /** How payouts leave here. */
      rail: z.enum(['manual', 'paypal']),
      /** The operator has paused all payouts: what is asked for waits. */
      paused: z.boolean(),
    }),
  }),
  leaving: route('GET /api/clipper/leaving', {
    access: 'clipper',
    scope: 'money:read',
    summary:
      'What is available, what of it can leave now and why not all, and what the next weekly run sends',
    reply: leaving,
  }),
  setPayoutCountry: route('PUT /api/clipper/payout-country', {
    access: 'clipper',
    changesAccount: true,
    summary: 'Say where you are paid; needed before the first clip',
    body: z.object({ country: countryCode }),
    reply: z.object({ country: z.string() }),
    errors: ['payout_country_unsupported'],
    perMinute: 10,
  }),
  setPayoutAddress: route('PUT /api/clipper/payout-address', {
    access: 'clipper',
    changesAccount: true,
    summary:
      'Set the payment email; the first one needs a recent login, a change the password; it waits 24 hours once anything was earned',
    body: z.object({
      email: z.email().max(254),
      /** Needed with the first address, where it was not said before. */
      country: countryCode.optional(),
      password: z.string().max(128).optional(),
    }),
    reply: z.object({ email: z.string(), usableAt: momentWire }),
    errors: ['confirm_identity', 'login_failed', 'missing_information', 'payout_country_unsupported'],
    perMinute: 10,
  }),
  withdraw: route('POST /api/payouts', {
    access: 'clipper',
    summary: 'Withdraw an amount in whole cents, from $5.00 up to what can leave now; without one, all of it',
    body: z.object({ amountMicros: microsWire.optional() }),
    reply: payoutRow,
    errors: [
      'withdrawal_minimum',
      'withdrawal_amount',
      'age_unconfirmed',
      'payout_email_missing',
      'payout_email_waiting',
      'payout_country_unsupported',
    ],
    idempotent: true,
  }),
  cancelPayout: route('POST /api/payouts/:id/cancel', {
    access: 'clipper',
    summary: 'Take back a payout that nobody has picked up',
    params: idParams,
    reply: payoutRow,
    errors: ['not_found', 'payout_state'],
  }),
  payoutYears: route('GET /api/clipper/payout-years', {
    access: 'clipper',
    scope: 'money:read',
    summary: 'What was paid to oneself in each year (UTC), less what came back; newest first',
    reply: z.object({ rows: z.array(z.object({ year: z.int(), paidMicros: microsWire })) }),
  }),
  takeBackPayout: route('POST /api/payouts/:id/take-back', {
    access: 'clipper',
    summary: 'Take back a payment that nobody has claimed at PayPal',
    params: idParams,
    reply: payoutRow,
    errors: ['not_found', 'payout_not_unclaimed', 'processor_unreachable'],
    perMinute: 10,
  }),
  pickUpPayout: route('POST /api/admin/payouts/:id/process', {
    access: 'admin',
    recentLogin: true,
    summary: 'Pick up a requested payout: it can no longer be canceled',
    params: idParams,
    errors: [
      'not_found',
      'payout_state',
      'payout_frozen',
      'payout_owed',
      'payout_account_unverified',
      'payout_email_waiting',
      'payouts_paused',
      'second_admin_needed',
      'own_money',
    ],
  }),
  markPayoutPaid: route('POST /api/admin/payouts/:id/paid', {
    access: 'admin',
    recentLogin: true,
    summary: 'Mark a payout paid, with the reference of the payment',
    params: idParams,
    body: z.object({ reference: z.string().max(200) }),
    errors: [
      'not_found',
      'payout_state',
      'payout_at_processor',
      'payout_reference_required',
      'second_admin_needed',
      'own_money',
    ],
  }),
  markPayoutFailed: route('POST /api/admin/payouts/:id/failed', {
    access: 'admin',
    recentLogin: true,
    summary: 'Mark a payout failed: the amount is available again',
    params: idParams,
    body: z.object({ reason: z.string().min(1).max(500) }),
    errors: ['not_found', 'payout_state', 'payout_at_processor', 'second_admin_needed', 'own_money'],
  }),
};
