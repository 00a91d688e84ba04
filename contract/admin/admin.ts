import { z } from 'zod';
import { clipNameFields } from '#contract/clips/clip-name.ts';
import { posterUrl } from '#contract/clips/posters.ts';
import { listingState, pauseReason } from '#contract/listings/listings.ts';
import { verdict } from '#contract/scoring/scoring.ts';
import { submissionStatus } from '#contract/submissions/submissions.ts';
import { countLevel } from '#contract/tracking.ts';
import { csvOf } from '#contract/wire/csv.ts';
import {
  accountParams,
  cursorQuery,
  daySpan,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  sortBy,
  viewsSchema,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** Search text; matches parts of words too. */
export const searchText = z.string().trim().max(100).optional();

export const userStatus = z.enum(['Active', 'Banned']);
/** Kinds of actors in the audit log. */
export const actorKind = z.enum(['host', 'clipper', 'admin', 'system', 'anonymous']);

export const adminUserRow = z.object({
  id: idSchema,
  name: z.string(),
  /** Null until the person has chosen one. */
  username: z.string().nullable(),
  email: z.string(),
  role: z.string().nullable(),
  status: userStatus,
  /** True if the person is banned and their money is not reviewed yet: no payout is sent. */
  payoutsFrozen: z.boolean(),
  createdAt: momentWire,
});

export const adminListingRow = z.object({
  id: idSchema,
  title: z.string(),
  creator: z.string(),
  creatorId: idSchema,
  status: listingState,
  pauseReason: pauseReason.nullable(),
  budgetMicros: microsWire,
  /**
   * True if the listing was removed for payment fraud. Its remaining budget is frozen until an admin
   * unfreezes it.
   */
  remainderFrozen: z.boolean(),
  createdAt: momentWire,
});

const listRoutes = {
  adminUsers: route('GET /api/admin/users', {
    access: 'admin',
    summary: 'Users, newest first or by `sort`, by name, username, email, role and status',
    query: cursorQuery.extend({
      search: searchText,
      role: z.enum(['host', 'clipper', 'admin']).optional(),
      status: userStatus.optional(),
      sort: sortBy('date', 'name'),
    }),
    reply: pageOf(adminUserRow),
  }),
  adminListings: route('GET /api/admin/listings', {
    access: 'admin',
    summary: 'Listings, newest first or by `sort`, by title, creator and state',
    query: cursorQuery.extend({
      search: searchText,
      state: listingState.optional(),
      /** Only listings of this host. */
      host: idSchema.optional(),
      sort: sortBy('date', 'title', 'budget'),
    }),
    reply: pageOf(adminListingRow),
  }),
  adminSubmissions: route('GET /api/admin/submissions', {
    access: 'admin',
    summary:
      'Submissions, newest first or by `sort`, by clipper, listing and status; `held` only those with an open hold, `waiting` only those that wait for a reviewer, oldest first',
    query: cursorQuery.extend({
      held: z.enum(['true', 'false']).default('false'),
      waiting: z.enum(['true', 'false']).default('false'),
      search: searchText,
      status: submissionStatus.optional(),
      /** Only clips of this clipper, or for this listing. */
      clipper: idSchema.optional(),
      listing: idSchema.optional(),
      sort: sortBy('date'),
    }),
    reply: pageOf(
      z.object({
        id: idSchema,
        clipper: z.string(),
        clipperId: idSchema,
        listing: z.string(),
        listingId: idSchema,
        ...clipNameFields,
        posterUrl,
        status: submissionStatus,
        date: momentWire,
        views: viewsSchema,
        countLevel,
        /**
         * The reviewer's deadline, after the host's deadline has passed; null if no reviewer has to decide.
         */
        waitsUntil: momentWire.nullable(),
        fraudHoldId: idSchema.nullable(),
        verdict,
      }),
    ),
  }),
  auditLog: route('GET /api/admin/audit-log', {
    access: 'admin',
    summary:
      'The append-only audit log, newest first or by `sort`, by action, person, subject, kind of actor and days',
    query: cursorQuery.extend({
      search: searchText,
      actorKind: actorKind.optional(),
      ...daySpan,
      sort: sortBy('date'),
    }),
    reply: pageOf(
      z.object({
        id: idSchema,
        occurredAt: momentWire,
        actorKind: z.string(),
        /** The id of the person who acted, for the link to their page; null for the system. */
        actorId: idSchema.nullable(),
        /** The username with its @, or the name of a person without one; null for the system. */
        actor: z.string().nullable(),
        action: z.string(),
        subjectType: z.string(),
        subjectId: idSchema.nullable(),
        data: z.string(),
      }),
    ),
  }),
};

const fileRoutes = {
  adminUsersCsv: csvOf(listRoutes.adminUsers, 'users.csv'),
  adminListingsCsv: csvOf(listRoutes.adminListings, 'listings.csv'),
  adminSubmissionsCsv: csvOf(listRoutes.adminSubmissions, 'submissions.csv'),
  auditLogCsv: csvOf(listRoutes.auditLog, 'audit-log.csv'),
};

export const adminPanelRoutes = {
  ...listRoutes,
  ...fileRoutes,
  adminOverview: route('GET /api/admin/overview', {
    access: 'admin',
    summary: 'The four cards; health comes from real checks',
    reply: z.object({
      totalUsers: z.int(),
      hosts: z.int(),
      clippers: z.int(),
      activeListings: z.int(),
      /** The budgets of active listings that no clip has earned or reserved yet. */
      freeBudgetMicros: microsWire,
      pendingSubmissions: z.int(),
      /**
       * Number of pending submissions that only a reviewer can decide, because the host's deadline has
       * passed.
       */
      waitingSubmissions: z.int(),
      health: z.object({
        healthy: z.boolean(),
        checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
      }),
    }),
  }),
  banUser: route('POST /api/admin/users/:id/ban', {
    access: 'admin',
    summary: 'Ban with a reason: sessions end, withdrawals freeze, a host’s listings pause',
    params: accountParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
  unbanUser: route('POST /api/admin/users/:id/unban', {
    access: 'admin',
    recentLogin: true,
    summary: 'Lift a ban: the person can log in, frozen payouts continue, and a host can resume the listings',
    params: accountParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    errors: ['not_found', 'changed_meanwhile', 'second_admin_needed', 'own_money'],
  }),
  allowPayouts: route('POST /api/admin/users/:id/allow-payouts', {
    access: 'admin',
    recentLogin: true,
    summary: 'After a review, pay out a banned clipper’s uncontested money in whole cents',
    params: accountParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    reply: z.object({ startedMicros: microsWire }),
    errors: ['not_found', 'changed_meanwhile', 'second_admin_needed', 'own_money'],
  }),
  adminRemoveListing: route('POST /api/admin/listings/:id/remove', {
    access: 'admin',
    recentLogin: true,
    summary: 'Remove a listing; its remaining budget returns to the host except after payment fraud',
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(500), paymentFraud: z.boolean().default(false) }),
    reply: z.object({ returnedMicros: microsWire }),
    errors: ['not_found', 'listing_state'],
  }),
  adminUnfreezeListing: route('POST /api/admin/listings/:id/unfreeze', {
    access: 'admin',
    recentLogin: true,
    summary:
      'Lift the freeze of a listing that was removed for payment fraud: its remaining budget returns to the host',
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    reply: z.object({ returnedMicros: microsWire }),
    errors: ['not_found', 'listing_state', 'second_admin_needed', 'own_money'],
  }),
};
