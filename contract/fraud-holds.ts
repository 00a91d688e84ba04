import { z } from 'zod';
import { bulkIds, bulkReply } from './admin/bulk.ts';
import { idParams, viewsSchema } from './wire/primitives.ts';
import { route } from './wire/route.ts';

export const fraudHoldRoutes = {
  releaseFraudHold: route('POST /api/admin/fraud-holds/:id/release', {
    access: 'admin',
    recentLogin: true,
    summary: 'Release a hold: its views may be paid',
    params: idParams,
    body: z.object({ note: z.string().min(1).max(500) }),
    errors: ['not_found', 'fraud_hold_state', 'second_admin_needed', 'own_money'],
  }),
  releaseFraudHolds: route('POST /api/admin/fraud-holds/release', {
    access: 'admin',
    recentLogin: true,
    summary: 'Release many holds, each on its own: their views may be paid',
    body: z.object({ ids: bulkIds, note: z.string().trim().min(1).max(500) }),
    reply: bulkReply,
  }),
  upholdFraudHold: route('POST /api/admin/fraud-holds/:id/uphold', {
    access: 'admin',
    summary: 'Uphold a hold or a part of it: those views are never paid; its other views are released',
    params: idParams,
    body: z.object({
      note: z.string().min(1).max(500),
      /**
       * The held views to decide, from `fromViews` (excluded) to `toViews` (included); null for all held
       * views.
       */
      range: z.object({ fromViews: viewsSchema, toViews: viewsSchema }).nullable().default(null),
    }),
    errors: ['not_found', 'fraud_hold_state', 'invalid_input', 'second_admin_needed', 'own_money'],
  }),
};
