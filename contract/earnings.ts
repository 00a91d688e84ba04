import { z } from 'zod';
import { csvOf } from './csv.ts';
import { posterUrl } from './posters.ts';
import { cursorQuery, idSchema, microsWire, momentWire, pageOf, viewsSchema } from './primitives.ts';
import { route } from './route.ts';
import { countLevel } from './tracking.ts';

/** The clipper's four figures, the same everywhere; `pendingMicros` never includes what is contested. */
export const clipperFigures = z.object({
  earnedMicros: microsWire,
  availableMicros: microsWire,
  pendingMicros: microsWire,
  onItsWayMicros: microsWire,
  contestedMicros: microsWire,
  paidOutMicros: microsWire,
  thisMonthMicros: microsWire,
  /** For views found bought after they were paid out; the next earnings pay it off. */
  owedMicros: microsWire,
});

export const clipperOverview = z.object({
  figures: clipperFigures,
  submitted: z.int(),
  approved: z.int(),
  pending: z.int(),
  /** Whole percent approved of all submissions that were not withdrawn; null when there are none. */
  successRate: z.int().nullable(),
});
export type ClipperOverview = z.infer<typeof clipperOverview>;

export const pendingRow = z.object({
  submissionId: idSchema,
  listingTitle: z.string(),
  amountMicros: microsWire,
  /** By when all of it is available; null while a person or a bank has to decide first. */
  releaseBy: momentWire.nullable(),
  /** What the release waits for beyond its date; null when nothing. */
  waitsFor: z.string().nullable(),
});
export type PendingRow = z.infer<typeof pendingRow>;

export const hostOverview = z.object({
  balanceMicros: microsWire,
  /** Spent, reserved and free together: what went into listings less what came back. */
  totalBudgetMicros: microsWire,
  spentMicros: microsWire,
  reservedMicros: microsWire,
  freeMicros: microsWire,
  thisMonthMicros: microsWire,
  activeListings: z.int(),
  views: viewsSchema,
  pendingClips: z.int(),
});
export type HostOverview = z.infer<typeof hostOverview>;

export const seriesPoint = z.object({ day: z.iso.date(), views: viewsSchema, amountMicros: microsWire });

const clipperEarningRows = route('GET /api/clipper/earnings', {
  access: 'clipper',
  scope: 'money:read',
  summary: 'Approved clips and what each has earned',
  query: cursorQuery,
  reply: pageOf(
    z.object({
      submissionId: idSchema,
      listingTitle: z.string(),
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
  clipperEarningRows,
  clipperEarningRowsCsv: csvOf(clipperEarningRows, 'earnings.csv'),
  clipperOverview: route('GET /api/clipper/overview', {
    access: 'clipper',
    scope: 'statistics:read',
    summary: "The clipper's figures",
    reply: clipperOverview,
  }),
  clipperPending: route('GET /api/clipper/pending', {
    access: 'clipper',
    scope: 'money:read',
    summary: 'What is pending, each with its date',
    reply: z.object({ rows: z.array(pendingRow) }),
  }),
  clipperSeries: route('GET /api/clipper/series', {
    access: 'clipper',
    scope: 'statistics:read',
    summary: 'Earned per day over the last 12 weeks',
    reply: z.object({ points: z.array(seriesPoint) }),
  }),
  hostOverview: route('GET /api/host/overview', {
    access: 'host',
    scope: 'statistics:read',
    summary: "The host's figures",
    reply: hostOverview,
  }),
  hostSeries: route('GET /api/host/series', {
    access: 'host',
    scope: 'statistics:read',
    summary: 'Verified views and spend per day over the last 12 weeks',
    reply: z.object({ points: z.array(seriesPoint) }),
  }),
};
