import { z } from 'zod';
import { listingState } from './listings.ts';
import {
  cursorQuery,
  emptyReply,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  viewsSchema,
} from './primitives.ts';
import { route } from './route.ts';
import { submissionStatus } from './submissions.ts';
import { verdict } from './verification.ts';

export const invariant = z.object({ name: z.string(), ok: z.boolean(), detail: z.string() });

export const adminRoutes = {
  adminOverview: route({
    method: 'GET',
    path: '/api/admin/overview',
    access: 'admin',
    summary: 'The four cards; health comes from real checks',
    reply: z.object({
      totalUsers: z.int(),
      activeListings: z.int(),
      pendingSubmissions: z.int(),
      openPayouts: z.int(),
      openHolds: z.int(),
      health: z.object({
        healthy: z.boolean(),
        checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
      }),
    }),
  }),
  adminUsers: route({
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    summary: 'Users, newest first',
    query: cursorQuery,
    reply: pageOf(
      z.object({
        id: idSchema,
        name: z.string(),
        email: z.string(),
        role: z.string().nullable(),
        status: z.enum(['Active', 'Unverified', 'Banned']),
        /** Banned, and the money was not reviewed yet: no payout leaves. */
        payoutsFrozen: z.boolean(),
        createdAt: momentWire,
      }),
    ),
  }),
  banUser: route({
    method: 'POST',
    path: '/api/admin/users/:id/ban',
    access: 'admin',
    summary: 'Ban with a reason: sessions end, withdrawals freeze, a host’s listings pause',
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    reply: emptyReply,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  unbanUser: route({
    method: 'POST',
    path: '/api/admin/users/:id/unban',
    access: 'admin',
    summary: 'Lift a ban: the person may log in, frozen payouts go on, a host may resume the listings',
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    reply: emptyReply,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  allowPayouts: route({
    method: 'POST',
    path: '/api/admin/users/:id/allow-payouts',
    access: 'admin',
    summary: 'After a review, let the undisputed money of a banned clipper be paid',
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    reply: emptyReply,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  adminListings: route({
    method: 'GET',
    path: '/api/admin/listings',
    access: 'admin',
    summary: 'Listings, newest first',
    query: cursorQuery,
    reply: pageOf(
      z.object({
        id: idSchema,
        title: z.string(),
        creator: z.string(),
        status: listingState,
        budgetMicros: microsWire,
        createdAt: momentWire,
      }),
    ),
  }),
  adminRemoveListing: route({
    method: 'POST',
    path: '/api/admin/listings/:id/remove',
    access: 'admin',
    summary: 'Take a listing out of the product; the rest goes back to its host unless it is payment fraud',
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(500), paymentFraud: z.boolean().default(false) }),
    reply: z.object({ returnedMicros: microsWire }),
    errors: ['not_found', 'listing_state'],
  }),
  adminSubmissions: route({
    method: 'GET',
    path: '/api/admin/submissions',
    access: 'admin',
    summary: 'Submissions, newest first; `held` only those with an open hold',
    query: cursorQuery.extend({ held: z.enum(['true', 'false']).default('false') }),
    reply: pageOf(
      z.object({
        id: idSchema,
        clipper: z.string(),
        listing: z.string(),
        status: submissionStatus,
        date: momentWire,
        views: viewsSchema,
        holdId: idSchema.nullable(),
        verdict,
      }),
    ),
  }),
  auditLog: route({
    method: 'GET',
    path: '/api/admin/audit-log',
    access: 'admin',
    summary: 'The append-only audit log, newest first',
    query: cursorQuery,
    reply: pageOf(
      z.object({
        id: idSchema,
        occurredAt: momentWire,
        actorKind: z.string(),
        actor: z.string().nullable(),
        action: z.string(),
        subjectType: z.string(),
        subjectId: idSchema.nullable(),
        data: z.string(),
      }),
    ),
  }),
  ledgerProof: route({
    method: 'GET',
    path: '/api/admin/ledger-proof',
    access: 'admin',
    summary: 'The invariants of `npm run reconcile`, and balances by kind of account',
    reply: z.object({
      ok: z.boolean(),
      invariants: z.array(invariant),
      balances: z.array(z.object({ kind: z.string(), balanceMicros: microsWire })),
    }),
  }),
};
