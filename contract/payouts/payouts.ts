import { z } from 'zod';
import { countryCode } from '#contract/countries.ts';
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

export const payoutState = z.enum(['requested', 'processing', 'paid', 'failed', 'canceled', 'returned']);

export const payoutRow = z.object({
  id: idSchema,
  cause: z.enum(['withdrawal', 'weekly', 'closing']),
  amountMicros: microsWire,
  /** The payment email: masked for the clipper ("t•••@cutroom.example"), complete for admins. */
  destination: z.string(),
  rail: z.enum(['manual', 'paypal']),
  state: payoutState,
  requestedAt: momentWire,
  dueAt: momentWire,
  finishedAt: momentWire.nullable(),
  reference: z.string().nullable(),
  failure: z.string().nullable(),
  /**
   * PayPal's status of a payout in progress: not processed yet (pending), held for review (on_hold), or not
   * claimed by the recipient (unclaimed).
   */
  waits: z.enum(['pending', 'on_hold', 'unclaimed']).nullable(),
  /**
   * Why the payout waits for the connected accounts that earned it, and what to do; null if it doesn't wait.
   */
  accountProblem: z.string().nullable(),
  /** True if the payout was returned: weekly payouts are paused until its address is changed. */
  stopsWeekly: z.boolean(),
});
export type PayoutRow = z.infer<typeof payoutRow>;

/** A clipper's balance and the part of it that can be paid out, shown wherever payouts start. */
export const leaving = z.object({
  availableMicros: microsWire,
  /** The part that can be paid out: whole cents, at most the available balance. */
  canLeaveMicros: microsWire,
  /**
   * Sentences about why the two amounts differ and what to do, followed by why requested payouts were not
   * sent yet. Empty if nothing waits and no debt exists.
   */
  reasons: z.array(z.string()),
  /** The amount that the next weekly run would pay from the current balance. */
  nextRun: z.object({
    at: momentWire,
    amountMicros: microsWire,
    /** Why the run will pay nothing, and what to do; null if it will pay. */
    problem: z.string().nullable(),
  }),
});
export type Leaving = z.infer<typeof leaving>;

export const adminPayoutRow = payoutRow.extend({
  clipperId: idSchema,
  clipperUsername: z.string(),
  /**
   * True if the payout can't be started, because its clipper is banned and the money is not reviewed, or
   * because a second admin has to agree that views were bought.
   */
  frozen: z.boolean(),
  /** True while PayPal processes the payout, so that nobody can mark it as paid or failed. */
  atProcessor: z.boolean(),
  /**
   * Names of the admins who have agreed to the payout, which is sent after two have. Null for smaller
   * payouts, which need no agreement.
   */
  confirmedBy: z.array(z.string()).nullable(),
  /** True if the clipper's account is closed: money that was returned can then be sent to another address. */
  closed: z.boolean(),
});
export type AdminPayoutRow = z.infer<typeof adminPayoutRow>;

const clipperPayouts = route('GET /api/clipper/payouts', {
  access: 'clipper',
  scope: 'money:read',
  summary: 'Own payouts, newest first or by `sort`; by state, reference or id',
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
    summary: 'The payment email, whether it is usable, whether the age is confirmed, and the next weekly run',
    reply: z.object({
      email: z.string().nullable(),
      /** ISO 3166-1 alpha-2; null until the clipper has given a country. */
      country: z.string().nullable(),
      usableAt: momentWire.nullable(),
      /** Whether the address is usable now, by the server's clock. */
      usable: z.boolean(),
      /** True if the person has confirmed being 18 or older. Nobody else is paid. */
      ageConfirmed: z.boolean(),
      nextWeeklyRunAt: momentWire,
      /** The way in which this server sends payouts. */
      rail: z.enum(['manual', 'paypal']),
      /** True while the operator has paused all payouts, so that requested payouts wait. */
      paused: z.boolean(),
    }),
  }),
  leaving: route('GET /api/clipper/leaving', {
    access: 'clipper',
    scope: 'money:read',
    summary:
      'The available balance, the part that can be paid out now, the reasons for the rest, and the next weekly payout',
    reply: leaving,
  }),
  setPayoutCountry: route('PUT /api/clipper/payout-country', {
    access: 'clipper',
    changesAccount: true,
    summary: 'Set the country where you are paid; required before the first clip',
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
      /** Required with the first address if the server does not know the country yet. */
      country: countryCode.optional(),
      password: z.string().max(128).optional(),
    }),
    reply: z.object({ email: z.string(), usableAt: momentWire }),
    errors: ['confirm_identity', 'login_failed', 'missing_information', 'payout_country_unsupported'],
    perMinute: 10,
  }),
  withdraw: route('POST /api/payouts', {
    access: 'clipper',
    summary:
      'Withdraw an amount in whole cents, from $5.00 up to what is available to withdraw; without one, all of it',
    body: z.object({ amountMicros: microsWire.optional() }),
    reply: payoutRow,
    errors: [
      'withdrawal_minimum',
      'withdrawal_waits',
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
    summary: 'Cancel a payout that nobody has picked up',
    params: idParams,
    reply: payoutRow,
    errors: ['not_found', 'payout_state'],
  }),
  payoutYears: route('GET /api/clipper/payout-years', {
    access: 'clipper',
    scope: 'money:read',
    summary: 'Payouts per year (UTC) without returned ones; newest first',
    reply: z.object({ rows: z.array(z.object({ year: z.int(), paidMicros: microsWire })) }),
  }),
  takeBackPayout: route('POST /api/payouts/:id/take-back', {
    access: 'clipper',
    summary: 'Cancel a payment that nobody has claimed at PayPal',
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
