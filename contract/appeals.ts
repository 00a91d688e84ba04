import { z } from 'zod';
import { csvOf } from './csv.ts';
import { APPEAL_MAX, NOTE_MAX } from './limits.ts';
import {
  cursorQuery,
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

/** `overturned`: the clipper was right. `escalated`: nobody decided in time; it pays nothing by itself. */
export const appealState = z.enum(['open', 'escalated', 'overturned', 'dismissed']);
export type AppealState = z.infer<typeof appealState>;
export const appealStateNames: Record<AppealState, string> = {
  open: 'Open',
  escalated: 'Overdue',
  overturned: 'Overturned',
  dismissed: 'Dismissed',
};

/** What a clipper may appeal. */
export const appealOf = z.enum(['rejection', 'hold']);
export type AppealOf = z.infer<typeof appealOf>;

/** An appeal as everyone sees it whom the clip concerns. */
const appealFacts = z.object({
  id: idSchema,
  of: appealOf,
  state: appealState,
  openedAt: momentWire,
  decideBy: momentWire,
  decidedAt: momentWire.nullable(),
  /** Why it was decided so. */
  note: z.string().nullable(),
});

/** An appeal as the clip's own page shows it; what the clipper wrote is for the clipper and admins alone. */
export const clipAppeal = appealFacts.extend({
  text: z.string().nullable(),
  /** Null for all but admins. */
  decidedBy: z.string().nullable(),
});
export type ClipAppeal = z.infer<typeof clipAppeal>;

/** Views of a clip that are held, or were: by whom decided and why. */
export const clipHold = z.object({
  state: z.enum(['open', 'escalated', 'released', 'upheld']),
  reason: z.string(),
  fromViews: viewsSchema,
  /** Null: all that was not released. */
  toViews: viewsSchema.nullable(),
  openedAt: momentWire,
  decideBy: momentWire,
  decidedAt: momentWire.nullable(),
  /** False for one that a deadline decided, or that is open. */
  isByReviewer: z.boolean(),
  /** By when a fresh screenshot is needed, or the views are not paid; null where none is. */
  freshDueAt: momentWire.nullable(),
  note: z.string().nullable(),
});
export type ClipHold = z.infer<typeof clipHold>;

export const adminAppeal = appealFacts.extend({
  submissionId: idSchema,
  text: z.string(),
  clipper: z.string(),
  host: z.string(),
  listing: z.string(),
  views: viewsSchema,
  /** What was appealed against, in words: why it was rejected or held. */
  against: z.string(),
  reservedMicros: microsWire,
  decidedBy: z.string().nullable(),
  verdict,
});
export type AdminAppeal = z.infer<typeof adminAppeal>;

const adminAppeals = route('GET /api/admin/appeals', {
  access: 'admin',
  summary:
    'Appeals: those that wait for a decision, the most overdue first; the decided ones newest first; or by `sort`',
  query: cursorQuery.extend({
    state: z.enum(['waiting', 'overturned', 'dismissed']).default('waiting'),
    of: appealOf.optional(),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date'),
  }),
  reply: pageOf(adminAppeal),
});

const decision = z.object({ note: z.string().trim().min(1, 'Say why.').max(NOTE_MAX) });

export const appealRoutes = {
  fileAppeal: route('POST /api/clipper/submissions/:id/appeal', {
    access: 'clipper',
    summary: 'Appeal the rejection of a clip, or the hold on its views: once, within 7 days',
    params: idParams,
    body: z.object({ text: z.string().trim().min(1, 'Say why the decision is wrong.').max(APPEAL_MAX) }),
    reply: z.object({ decideBy: momentWire }),
    errors: ['not_found', 'appeal_not_possible', 'appeal_used', 'appeal_too_late', 'appeal_listing_closed'],
    perMinute: 20,
  }),
  adminAppeals,
  adminAppealsCsv: csvOf(adminAppeals, 'appeals.csv'),
  appealFigures: route('GET /api/admin/appeals/figures', {
    access: 'admin',
    summary: 'How many decisions appeals overturned, and how many they left',
    reply: z.object({
      waiting: z.int(),
      rejections: z.object({ overturned: z.int(), dismissed: z.int() }),
      holds: z.object({ overturned: z.int(), dismissed: z.int() }),
    }),
  }),
  overturnAppeal: route('POST /api/admin/appeals/:id/overturn', {
    access: 'admin',
    recentLogin: true,
    summary: 'The clipper was right: the clip is approved from now on, or the hold released',
    params: idParams,
    body: decision,
    errors: ['not_found', 'appeal_state', 'appeal_post_in_use', 'second_admin_needed', 'own_money'],
  }),
  dismissAppeal: route('POST /api/admin/appeals/:id/dismiss', {
    access: 'admin',
    summary: 'The decision stands, with a note for the clipper',
    params: idParams,
    body: decision,
    errors: ['not_found', 'appeal_state', 'second_admin_needed', 'own_money'],
  }),
};
