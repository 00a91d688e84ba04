import { z } from 'zod';
import { clipNameFields } from '#contract/clips/clip-name.ts';
import { BULK_MOST } from './admin/bulk.ts';
import { NOTE_MAX } from './limits.ts';
import { csvOf } from './wire/csv.ts';
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
} from './wire/primitives.ts';
import { route } from './wire/route.ts';

/** Kinds of things that two clippers of a cohort share and that unrelated clippers rarely share. */
export const cohortLinkKind = z.enum([
  'payout_address',
  'synchronized_growth',
  'audience',
  'device',
  'posting_minute',
]);
export type CohortLinkKind = z.infer<typeof cohortLinkKind>;

/**
 * open: not decided. held: the clips are on hold. upheld: the views are not paid. cleared: the clippers are
 * not related.
 */
export const cohortState = z.enum(['open', 'held', 'upheld', 'cleared']);
export type CohortState = z.infer<typeof cohortState>;

export const cohortRow = z.object({
  id: idSchema,
  state: cohortState,
  /** The usernames of the first three clippers. */
  names: z.array(z.string()),
  members: z.int(),
  clips: z.int(),
  /** Kinds of links between the clippers, strongest first. */
  kinds: z.array(cohortLinkKind),
  /** Unreleased earnings of the clips. */
  pendingMicros: microsWire,
  foundAt: momentWire,
  /** When a clipper last joined the cohort. */
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
  /** The number of clips, minutes or hours behind the link. */
  hits: z.int(),
  /** The shared value, with masked mailboxes; null if there is none to show. */
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
  ...clipNameFields,
  platform: platformSchema,
  views: viewsSchema,
  score: z.int().nullable(),
  pendingMicros: microsWire,
  /** True if some of the clip's views are on hold. */
  isHeld: z.boolean(),
});
export type CohortClip = z.infer<typeof cohortClip>;

/** Maximum number of clips that a cohort's page shows and decides together. */
export const COHORT_CLIPS = BULK_MOST;

/** Everything admins can see about one cohort. */
export const cohortShown = cohortRow.extend({
  people: z.array(cohortMember),
  links: z.array(cohortLink),
  /** Clips that can still earn, ordered by descending unreleased money; at most `COHORT_CLIPS`. */
  openClips: z.array(cohortClip),
  decidedAt: momentWire.nullable(),
  decidedBy: z.object({ id: idSchema, name: z.string() }).nullable(),
  note: z.string().nullable(),
});
export type CohortShown = z.infer<typeof cohortShown>;

const adminCohorts = route('GET /api/admin/cohorts', {
  access: 'admin',
  summary: 'Groups of clippers who share what strangers do not, latest change first or by `sort`',
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
    summary: 'One cohort: its people, the links between them, and their clips that can still earn',
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
    summary: 'Uphold a cohort: the unreleased views of its clips are never paid',
    body: z.object({ clipIds, note }),
    reply: z.object({ clips: z.int() }),
    errors: ['not_found', 'cohort_decided', 'cohort_clips', 'second_admin_needed', 'own_money'],
  }),
  clearCohort: route('POST /api/admin/cohorts/:id/clear', {
    ...deciding,
    summary: 'Clear a cohort: holds that exist only because of it are released',
    body: z.object({ note }),
    reply: z.object({ clips: z.int() }),
    errors: ['not_found', 'cohort_decided', 'second_admin_needed', 'own_money'],
  }),
};
