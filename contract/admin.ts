import { z } from 'zod';
import { csvOf } from './csv.ts';
import { listingState, pauseReason } from './listings.ts';
import { posterUrl } from './posters.ts';
import {
  cursorQuery,
  daySpan,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  sortBy,
  viewsSchema,
} from './primitives.ts';
import { route } from './route.ts';
import { verdict } from './scoring.ts';
import { submissionStatus } from './submissions.ts';
import { countLevel } from './tracking.ts';

/** What is looked for, part of a word too. */
export const searchText = z.string().trim().max(100).optional();

export const userStatus = z.enum(['Active', 'Banned']);
/** Who acts in the audit log. */
export const actorKind = z.enum(['host', 'clipper', 'admin', 'system', 'anonymous']);

export const adminUserRow = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role: z.string().nullable(),
  status: userStatus,
  /** Banned, and the money was not reviewed yet: no payout leaves. */
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
  /** Removed for payment fraud: what is left stays on the listing until that is lifted. */
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
      /** Only those of this person. */
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
      /** Only those of this person, or for this listing. */
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
        posterUrl,
        status: submissionStatus,
        date: momentWire,
        views: viewsSchema,
        countLevel,
        /** By when a reviewer is to decide, because the host did not; null while nobody waits for that. */
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
        /** Whose page an admin can open; null for the system. */
        actorId: idSchema.nullable(),
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
      activeListings: z.int(),
      pendingSubmissions: z.int(),
      /** Of them, those whose host let the deadline pass: a reviewer decides. */
      waitingSubmissions: z.int(),
      openPayouts: z.int(),
      openHolds: z.int(),
      /** Screenshots that wait for people to confirm them. */
      waitingAttestations: z.int(),
      openMessages: z.int(),
      health: z.object({
        healthy: z.boolean(),
        checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
      }),
    }),
  }),
  banUser: route('POST /api/admin/users/:id/ban', {
    access: 'admin',
    summary: 'Ban with a reason: sessions end, withdrawals freeze, a host’s listings pause',
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
  unbanUser: route('POST /api/admin/users/:id/unban', {
    access: 'admin',
    recentLogin: true,
    summary: 'Lift a ban: the person may log in, frozen payouts go on, a host may resume the listings',
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    errors: ['not_found', 'changed_meanwhile', 'second_admin_needed', 'own_money'],
  }),
  allowPayouts: route('POST /api/admin/users/:id/allow-payouts', {
    access: 'admin',
    recentLogin: true,
    summary: 'After a review, pay the uncontested money of a banned clipper, every whole cent',
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    reply: z.object({ startedMicros: microsWire }),
    errors: ['not_found', 'changed_meanwhile', 'second_admin_needed', 'own_money'],
  }),
  adminRemoveListing: route('POST /api/admin/listings/:id/remove', {
    access: 'admin',
    recentLogin: true,
    summary: 'Take a listing out of the product; the rest goes back to its host unless it is payment fraud',
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(500), paymentFraud: z.boolean().default(false) }),
    reply: z.object({ returnedMicros: microsWire }),
    errors: ['not_found', 'listing_state'],
  }),
  adminUnfreezeListing: route('POST /api/admin/listings/:id/unfreeze', {
    access: 'admin',
    recentLogin: true,
    summary:
      'Lift the freeze of a listing that was removed for payment fraud: the rest goes back to its host',
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    reply: z.object({ returnedMicros: microsWire }),
    errors: ['not_found', 'listing_state', 'second_admin_needed', 'own_money'],
  }),
};
