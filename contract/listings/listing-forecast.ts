import { z } from 'zod';
import { microsWire } from '#contract/wire/primitives.ts';

/** Earnings of the clips of a listing, and of a further one. Updated hourly. */
export const listingForecast = z.object({
  /** Number of clips that were paid here. */
  paidClips: z.int(),
  /** Median of the paid clips' earnings here so far; null if none was paid. */
  typicalMicros: microsWire.nullable(),
  /** Number of clips that wait for a decision or still earn. */
  competingClips: z.int(),
  /**
   * Expected earnings of a further clip: those of a typical clip, or an equal share of the free budget among
   * the competing clips and this one if that is less.
   */
  expectedMicros: microsWire,
});

/** The most listings that are counted exactly. */
export const COUNTED_LISTINGS_MAX = 1_000;

/** Number of active listings with these filters. */
export const listingCount = z.object({
  listings: z.int().min(0).max(COUNTED_LISTINGS_MAX),
  /** Whether there are more listings than were counted. */
  hasMore: z.boolean(),
});
export type ListingCount = z.infer<typeof listingCount>;
