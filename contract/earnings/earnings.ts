import { z } from 'zod';
import { overviewRoutes } from '#contract/admin/overviews.ts';
import { clipNameFields } from '#contract/clips/clip-name.ts';
import { posterUrl } from '#contract/clips/posters.ts';
import { countLevel } from '#contract/tracking.ts';
import { csvOf } from '#contract/wire/csv.ts';
import {
  cursorQuery,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  viewsSchema,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

export const pendingRow = z.object({
  submissionId: idSchema,
  listingTitle: z.string(),
  ...clipNameFields,
  amountMicros: microsWire,
  /** When all of the amount is released at the latest; null while a person or a bank has to decide first. */
  releaseBy: momentWire.nullable(),
  /** Why the release is delayed beyond its date; null if it isn't. */
  waitsFor: z.string().nullable(),
});
export type PendingRow = z.infer<typeof pendingRow>;

export const seriesPoint = z.object({ day: z.iso.date(), views: viewsSchema, amountMicros: microsWire });

/**
 * The top-ups that a listing with a used-up budget needs, in whole cents because a top-up takes whole cents.
 */
export const budgetQueue = z.object({
  listingId: idSchema,
  /**
   * The top-up that pays all unpaid views and reserves what contested views would earn; 0 if there are none.
   */
  clearsMicros: microsWire,
  /** `clearsMicros` plus the amount with which the listing accepts new clips again. */
  resumesMicros: microsWire,
});
export type BudgetQueue = z.infer<typeof budgetQueue>;

const clipperEarningRows = route('GET /api/clipper/earnings', {
  access: 'clipper',
  scope: 'money:read',
  summary: 'Approved clips and what each has earned',
  query: cursorQuery,
  reply: pageOf(
    z.object({
      submissionId: idSchema,
      listingTitle: z.string(),
      ...clipNameFields,
      posterUrl,
      views: viewsSchema,
      countLevel,
      earnedMicros: microsWire,
      lastDayMicros: microsWire,
      approvedAt: momentWire,
    }),
  ),
});

export const earningsRoutes = {
  ...overviewRoutes,
  clipperEarningRows,
  clipperEarningRowsCsv: csvOf(clipperEarningRows, 'earnings.csv'),
  clipperPending: route('GET /api/clipper/pending', {
    access: 'clipper',
    scope: 'money:read',
    summary: 'Pending earnings, each with its date',
    reply: z.object({ rows: z.array(pendingRow) }),
  }),
  clipperSeries: route('GET /api/clipper/series', {
    access: 'clipper',
    scope: 'statistics:read',
    summary: 'Earned per day over the last 12 weeks',
    reply: z.object({ points: z.array(seriesPoint) }),
  }),
  hostBudgetQueues: route('GET /api/host/listings/queues', {
    access: 'host',
    scope: 'listings:read',
    summary: 'Own listings whose budget is used up, each with the amount that clears its queue',
    reply: z.object({ rows: z.array(budgetQueue) }),
  }),
  hostSeries: route('GET /api/host/series', {
    access: 'host',
    scope: 'statistics:read',
    summary: 'Verified views and spend per day over the last 12 weeks',
    reply: z.object({ points: z.array(seriesPoint) }),
  }),
};
