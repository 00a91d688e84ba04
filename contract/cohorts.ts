import { z } from 'zod';
import { BULK_MOST } from './bulk.ts';
import { csvOf } from './csv.ts';
import { NOTE_MAX } from './limits.ts';
import {
  cursorQuery,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  platformSchema,
  sortBy,
  viewsSchema,
} from './primitives.ts';
import { route } from './route.ts';

/** What two clippers can have in common that strangers do not. */
export const cohortLinkKind = z.enum([
  'payout_address',
  'synchronized_growth',
  'audience',
  'device',
  'posting_minute',
]);
export type CohortLinkKind = z.infer<typeof cohortLinkKind>;

/** open: nobody has decided; held: their clips are on hold; upheld: their views are not paid; cleared: they do not belong together. */
export const cohortState = z.enum(['open', 'held', 'upheld', 'cleared']);
export type CohortState = z.infer<typeof cohortState>;

export const cohortRow = z.object({
  id: idSchema,
  state: cohortState,
  /** Usernames, the first three. */
  names: z.array(z.string()),
  members: z.int(),
  clips: z.int(),
  /** What joins them, the strongest first. */
  kinds: z.array(cohortLinkKind),
  /** What their clips earned and that is not released yet. */
  pendingMicros: microsWire,
  foundAt: momentWire,
  /** When somebody joined last. */
  changedAt: momentWire,
});
export type CohortRow = z.infer<typeof cohortRow>;

export const cohortMember = z.object({
  id: idSchema,
  name: z.string(),
  clips: z.int(),
  pendingMicros: microsWire,
  isBanned: z.boolean(),
});
export type CohortMember = z.infer<typeof cohortMember>;

export const cohortLink = z.object({
  oneId: idSchema,
  otherId: idSchema,
  kind: cohortLinkKind,
  /** How many clips, minutes or hours it rests on. */
  hits: z.int(),
  /** What they share; a mailbox is masked. */
  detail: z.string().nullable(),
  firstFoundAt: momentWire,
  foundAt: momentWire,
});
export type CohortLink = z.infer<typeof cohortLink>;

export const cohortClip = z.object({
  id: idSchema,
  clipperId: idSchema,
  name: z.string(),
  listing: z.string(),
  platform: platformSchema,
  views: viewsSchema,
  score: z.int().nullable(),
  pendingMicros: microsWire,
  /** Something of it is on hold. */
  isHeld: z.boolean(),
});
export type CohortClip = z.infer<typeof cohortClip>;

/** How many clips of a cohort are shown and decided on at once: those with most money that is not released. */
export const COHORT_CLIPS = BULK_MOST;

/** Everything that an admin may know of one cohort. */
export const cohortShown = cohortRow.extend({
  people: z.array(cohortMember),
  links: z.array(cohortLink),
  /** Their clips that can still earn, those with most money first; at most COHORT_CLIPS. */
  openClips: z.array(cohortClip),
  decidedAt: momentWire.nullable(),
  decidedBy: z.object({ id: idSchema, name: z.string() }).nullable(),
  note: z.string().nullable(),
});
export type CohortShown = z.infer<typeof cohortShown>;

const adminCohorts = route('GET /api/admin/cohorts', {
  access: 'admin',
  summary:
    'Clippers who are joined by what strangers do not share, those that changed last first, or by `sort`',
  query: cursorQuery.extend({
    view: z.enum(['open', 'decided']).default('open'),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date'),
  }),
  reply: pageOf(cohortRow),
});

const note = z.string().trim().min(1, 'Say why.').max(NOTE_MAX);
const clipIds = z.array(idSchema).min(1, 'Choose at least one clip.').max(COHORT_CLIPS);

const deciding = {
  access: 'admin',
  recentLogin: true,
  idempotent: true,
  params: idParams,
} as const;

export const cohortRoutes = {
  adminCohorts,
  adminCohortsCsv: csvOf(adminCohorts, 'cohorts.csv'),
  adminCohort: route('GET /api/admin/cohorts/:id', {
    access: 'admin',
    summary: 'One cohort: its people, what joins them, and their clips that can still earn',
    params: idParams,
    reply: cohortShown,
    errors: ['not_found'],
  }),
  holdCohort: route('POST /api/admin/cohorts/:id/hold', {
    ...deciding,
    summary: 'Hold all views of these clips that were not released, until an admin decides',
    body: z.object({ clipIds, note }),
    reply: z.object({ clips: z.int() }),
    errors: ['not_found', 'cohort_decided', 'cohort_clips'],
  }),
  upholdCohort: route('POST /api/admin/cohorts/:id/uphold', {
    ...deciding,
    summary:
      'One person or one purchase stands behind these clips: their views that were not released are never paid',
    body: z.object({ clipIds, note }),
    reply: z.object({ clips: z.int() }),
    errors: ['not_found', 'cohort_decided', 'cohort_clips', 'second_admin_needed', 'own_money'],
  }),
  clearCohort: route('POST /api/admin/cohorts/:id/clear', {
    ...deciding,
    summary: 'These people do not belong together: what was held for that alone is released',
    body: z.object({ note }),
    reply: z.object({ clips: z.int() }),
    errors: ['not_found', 'cohort_decided', 'second_admin_needed', 'own_money'],
  }),
};
