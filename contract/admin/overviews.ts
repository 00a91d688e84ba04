import { z } from 'zod';
import { microsWire, viewsSchema } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

// Every page of a member shows some of these figures, so this file must not load the schemas of receipts
// (contract/earnings/earnings.ts).

/**
 * The clipper's four figures, which have the same values on every page. `pendingMicros` excludes contested
 * amounts.
 */
export const clipperFigures = z.object({
  earnedMicros: microsWire,
  availableMicros: microsWire,
  pendingMicros: microsWire,
  onItsWayMicros: microsWire,
  contestedMicros: microsWire,
  paidOutMicros: microsWire,
  thisMonthMicros: microsWire,
  /**
   * The clipper's debt for paid-out views that were later found to be bought. It is deducted from the next
   * earnings.
   */
  owedMicros: microsWire,
});

export const clipperOverview = z.object({
  figures: clipperFigures,
  submitted: z.int(),
  approved: z.int(),
  pending: z.int(),
  /**
   * Approved clips as a whole percentage of all submissions that were not withdrawn; null if there are none.
   */
  successRate: z.int().nullable(),
});
export type ClipperOverview = z.infer<typeof clipperOverview>;

export const hostOverview = z.object({
  balanceMicros: microsWire,
  /**
   * The money put into listings minus the money returned from them, which is the sum of spent, reserved and
   * free.
   */
  totalBudgetMicros: microsWire,
  spentMicros: microsWire,
  reservedMicros: microsWire,
  freeMicros: microsWire,
  thisMonthMicros: microsWire,
  activeListings: z.int(),
  views: viewsSchema,
  pendingClips: z.int(),
  /** The pending clips that the host can still decide: a reviewer decides on late ones. */
  clipsToDecide: z.int(),
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
