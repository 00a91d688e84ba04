import { z } from 'zod';
import { appealOf, appealState } from '#contract/appeals.ts';
import { clipNameFields } from '#contract/clips/clip-name.ts';
import { connectablePlatform } from '#contract/connections.ts';
import { depositRail, depositState } from '#contract/deposits/deposits.ts';
import { accountKind } from '#contract/ledger/ledger.ts';
import { countedTerms } from '#contract/listings/counted-terms.ts';
import { listingBudget } from '#contract/listings/listings.ts';
import { payoutState } from '#contract/payouts/payouts.ts';
import {
  accountParams,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  platformSchema,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { adminListingRow, adminUserRow } from './admin.ts';

/** The newest payouts, deposits, holds and appeals that a person's page shows, per list. */
export const OBJECT_ROWS = 10;

/** Everything admins can see about one person. */
export const adminPerson = adminUserRow.extend({
  username: z.string().nullable(),
  isDemo: z.boolean(),
  bannedAt: momentWire.nullable(),
  banReason: z.string().nullable(),
  /**
   * A banned person's money that waits for an admin: the action it needs, the amount and the deadline; null
   * when there is none.
   */
  bannedMoney: z.object({ what: z.string(), amountMicros: microsWire, dueAt: momentWire }).nullable(),
  /** Whether the person has confirmed being 18 or older. */
  isAdult: z.boolean(),
  closedAt: momentWire.nullable(),
  /** The country in which a clipper is paid, as ISO 3166-1 alpha-2; null until the clipper has given one. */
  country: z.string().nullable(),
  /** The person's open sessions: their number, and when one was last used by the real clock. */
  sessions: z.object({ count: z.int(), lastSeenAt: momentWire.nullable() }),
  /** Null if the person gave no payout address. */
  payoutAddress: z.object({ email: z.string(), usableAt: momentWire }).nullable(),
  /** All ledger accounts that the person ever used. A negative balance is a debt. */
  balances: z.array(z.object({ kind: accountKind, balanceMicros: microsWire })),
  /** Total since the account was opened: a host's confirmed deposits, or a clipper's earnings. */
  inMicros: microsWire,
  /** Total since the account was opened: a host's refunds, or a clipper's paid payouts. */
  outMicros: microsWire,
  /** The sum of a clipper's payouts that have not arrived. */
  onItsWayMicros: microsWire,
  connections: z.array(
    z.object({
      id: idSchema,
      platform: connectablePlatform,
      handle: z.string(),
      state: z.enum(['active', 'dead', 'removed']),
      verifiedBy: z.enum(['oauth', 'code']),
      connectedAt: momentWire,
    }),
  ),
  payouts: z.array(
    z.object({
      id: idSchema,
      state: payoutState,
      amountMicros: microsWire,
      requestedAt: momentWire,
      /** The payout's reference, or the reason why it failed. */
      note: z.string().nullable(),
    }),
  ),
  deposits: z.array(
    z.object({
      id: idSchema,
      state: depositState,
      rail: depositRail,
      amountMicros: microsWire,
      createdAt: momentWire,
      frozen: z.boolean(),
    }),
  ),
  holds: z.array(
    z.object({
      id: idSchema,
      submissionId: idSchema,
      listing: z.string(),
      ...clipNameFields,
      state: z.enum(['open', 'escalated', 'released', 'upheld']),
      reason: z.string(),
      openedAt: momentWire,
    }),
  ),
  appeals: z.array(
    z.object({
      id: idSchema,
      submissionId: idSchema,
      listing: z.string(),
      ...clipNameFields,
      of: appealOf,
      state: appealState,
      openedAt: momentWire,
    }),
  ),
});
export type AdminPerson = z.infer<typeof adminPerson>;

/** Everything admins can see about one listing. */
export const adminListing = adminListingRow.extend({
  endedAt: momentWire.nullable(),
  settledAt: momentWire.nullable(),
  endsAt: momentWire.nullable(),
  rateCentsPerMille: z.int(),
  ...countedTerms.shape,
  platforms: z.array(platformSchema),
  version: z.int(),
  budget: listingBudget,
  clips: z.object({ pending: z.int(), approved: z.int(), rejected: z.int(), withdrawn: z.int() }),
  /** Takedown requests that name the listing's page or the post of one of its clips. */
  takedowns: z.array(
    z.object({ id: idSchema, name: z.string(), work: z.string(), sentAt: momentWire, handled: z.boolean() }),
  ),
});
export type AdminListingShown = z.infer<typeof adminListing>;

export const adminObjectRoutes = {
  adminPerson: route('GET /api/admin/people/:id', {
    access: 'admin',
    summary: 'One person: account, state, contact, connections, money, payouts, holds and appeals',
    params: accountParams,
    reply: adminPerson,
    errors: ['not_found'],
  }),
  adminListing: route('GET /api/admin/listings/:id', {
    access: 'admin',
    summary: 'One listing: state, terms, budget, clips by status, takedown requests about it',
    params: idParams,
    reply: adminListing,
    errors: ['not_found'],
  }),
};
