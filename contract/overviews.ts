import { z } from 'zod';
import { microsWire, viewsSchema } from './primitives.ts';
import { route } from './route.ts';

// Every page of a member shows some of these figures, so they come without the schemas of receipts (contract/earnings.ts).

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
