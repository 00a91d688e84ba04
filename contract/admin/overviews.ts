import { z } from 'zod';
import { microsWire, viewsSchema } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

// Every page of a member shows some of these figures, so this file must not load the schemas of receipts
// (contract/earnings/earnings.ts).

/** The clipper's four figures, the same on all pages; `pendingMicros` excludes contested amounts. */
export const clipperFigures = z.object({
  earnedMicros: microsWire,
  availableMicros: microsWire,
  pendingMicros: microsWire,
  onItsWayMicros: microsWire,
  contestedMicros: microsWire,
  paidOutMicros: microsWire,
  thisMonthMicros: microsWire,
  /** Debt for views found bought after they were paid out; the next earnings pay it off. */
  owedMicros: microsWire,
});

export const clipperOverview = z.object({
  figures: clipperFigures,
  submitted: z.int(),
  approved: z.int(),
  pending: z.int(),
  /** Approved share of the submissions that were not withdrawn, in whole percent; null when there are none. */
  successRate: z.int().nullable(),
});
export type ClipperOverview = z.infer<typeof clipperOverview>;

export const hostOverview = z.object({
  balanceMicros: microsWire,
  /** Spent + reserved + free: the money put into listings minus the money returned. */
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

export const overviewRoutes = {
  clipperOverview: route('GET /api/clipper/overview', {
    access: 'clipper',
    scope: 'statistics:read',
    summary: "The clipper's figures",
    reply: clipperOverview,
  }),
  hostOverview: route('GET /api/host/overview', {
    access: 'host',
    scope: 'statistics:read',
    summary: "The host's figures",
    reply: hostOverview,
  }),
};
