import { z } from 'zod';
import { clipNameFields } from './clips/clip-name.ts';
import { APPEAL_MAX, NOTE_MAX } from './limits.ts';
import { verdict } from './scoring/scoring.ts';
import { csvOf } from './wire/csv.ts';
import {
  cursorQuery,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  sortBy,
  viewsSchema,
} from './wire/primitives.ts';
import { route } from './wire/route.ts';

/**
 * overturned: the clipper was right. escalated: nobody decided before the deadline, which alone pays nothing.
 */
export const appealState = z.enum(['open', 'escalated', 'overturned', 'dismissed']);
export type AppealState = z.infer<typeof appealState>;
export const appealStateNames: Record<AppealState, string> = {
  open: 'Open',
  escalated: 'Overdue',
  overturned: 'Overturned',
  dismissed: 'Denied',
};

/** Decisions that a clipper may appeal. */
export const appealOf = z.enum(['rejection', 'hold']);
export type AppealOf = z.infer<typeof appealOf>;

/** The part of an appeal that everyone involved in the clip can read. */
const appealFacts = z.object({
  id: idSchema,
  of: appealOf,
  state: appealState,
  openedAt: momentWire,
  decideBy: momentWire,
  decidedAt: momentWire.nullable(),
  /** The reason for the decision. */
  note: z.string().nullable(),
});

/** An appeal on the clip's page. The clipper's text is only for the clipper and admins. */
export const clipAppeal = appealFacts.extend({
  text: z.string().nullable(),
  /** Name of the person who decided; null unless the reader is an admin. */
  decidedBy: z.string().nullable(),
  /** Whether the held views are released if nobody decides by the deadline; false for a rejection. */
  isReleasedByTime: z.boolean(),
});
export type ClipAppeal = z.infer<typeof clipAppeal>;

/** A fraud hold on views of a clip, with who decided it and why. */
export const clipHold = z.object({
  state: z.enum(['open', 'escalated', 'released', 'upheld']),
  reason: z.string(),
  fromViews: viewsSchema,
  /** The end of the held range of views; null if all unreleased views are held. */
  toViews: viewsSchema.nullable(),
  openedAt: momentWire,
  decideBy: momentWire,
  decidedAt: momentWire.nullable(),
  /** False if a deadline decided the hold, and as long as the hold is open. */
  isByReviewer: z.boolean(),
  /** Deadline for a new screenshot, without which the views are not paid; null if none is required. */
  freshDueAt: momentWire.nullable(),
  /** The random audit that the hold is, while it is undecided; null for other holds. */
  audit: z
    .object({
      dueAt: momentWire,
      /** The picture of the analytics must show this code; null if the reader is the host. */
      code: z.string().nullable(),
      /** Whether a picture arrived in time. */
      isShown: z.boolean(),
      /** Whether the code was read in the newest picture. */
      isCodeRead: z.boolean(),
    })
    .nullable(),
  note: z.string().nullable(),
});
export type ClipHold = z.infer<typeof clipHold>;

export const adminAppeal = appealFacts.extend({
  submissionId: idSchema,
  text: z.string(),
  clipper: z.string(),
  host: z.string(),
  listing: z.string(),
  ...clipNameFields,
  views: viewsSchema,
  /** The decision under appeal in words: why the clip was rejected or its views held. */
  against: z.string(),
  reservedMicros: microsWire,
  decidedBy: z.string().nullable(),
  verdict,
});
export type AdminAppeal = z.infer<typeof adminAppeal>;

const adminAppeals = route('GET /api/admin/appeals', {
  access: 'admin',
  summary: 'Appeals: undecided ones, most overdue first; decided ones, newest first; or by `sort`',
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
    summary: 'Overturn the decision: the clip is approved from now on, or the hold is released',
    params: idParams,
    body: decision,
    errors: ['not_found', 'appeal_state', 'appeal_post_in_use', 'second_admin_needed', 'own_money'],
  }),
  dismissAppeal: route('POST /api/admin/appeals/:id/dismiss', {
    access: 'admin',
    summary: 'Dismiss the appeal: the decision remains, with a note for the clipper',
    params: idParams,
    body: decision,
    errors: ['not_found', 'appeal_state', 'second_admin_needed', 'own_money'],
  }),
};
