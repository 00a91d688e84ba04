import { z } from 'zod';
import { posterUrl } from '#contract/clips/posters.ts';
import { hostListingRow } from '#contract/listings/listings.ts';
import {
  idParams,
  idSchema,
  idsInput,
  microsWire,
  momentWire,
  platformSchema,
  viewsSchema,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** Number of clips and of clippers that the results name, those with the most paid views first. */
export const RESULT_ROWS = 10;
/** Number of days that the results show, up to today. */
export const RESULT_DAYS = 84;

/** Sums over approved clips. */
const figures = {
  clips: z.int(),
  /** Counted views, including views that are not paid. */
  views: viewsSchema,
  paidViews: viewsSchema,
  spentMicros: microsWire,
};
export const resultFigures = z.object(figures);
export type ResultFigures = z.infer<typeof resultFigures>;

/** One clipper's share of the results. The name is missing if the clipper closed the account. */
const resultClipper = z.object({ username: z.string().nullable(), ...figures });

const resultClip = z.object({
  id: idSchema,
  caption: z.string(),
  /** Null where a shared result hides the clipper. */
  url: z.string().nullable(),
  platform: platformSchema,
  clipperUsername: z.string().nullable(),
  posterUrl,
  postedAt: momentWire,
  views: viewsSchema,
  paidViews: viewsSchema,
  spentMicros: microsWire,
});
export type ResultClip = z.infer<typeof resultClip>;

const resultDay = z.object({
  day: z.iso.date(),
  paidViews: viewsSchema,
  spentMicros: microsWire,
  /** The mean of up to seven days before; null on the first day. */
  forecastMicros: microsWire.nullable(),
});
export type ResultDay = z.infer<typeof resultDay>;

export const listingResults = z.object({
  listingId: idSchema,
  /** Sums over all approved clips of the listing. */
  totals: resultFigures,
  /** Spend per 1,000 views, paid or not; null before the first view. */
  costCentsPerMille: z.int().nullable(),
  bestClips: z.array(resultClip),
  clippers: z.array(resultClipper),
  /** Number of clippers with an approved clip. */
  clipperCount: z.int(),
  platforms: z.array(z.object({ platform: platformSchema, ...figures })),
  /** Only the hours of the day (UTC) in which an approved clip was posted, in ascending order. */
  hours: z.array(z.object({ hour: z.int().min(0).max(23), ...figures })),
  /** All days from the day of posting, at most `RESULT_DAYS`. */
  days: z.array(resultDay),
  clipEarnings: z.object({
    /** The earnings of a further clip that Explore announces, up to an hour old; null if it takes none. */
    expectedMicros: microsWire.nullable(),
    /** Median of what paid clips have earned; null if none was paid. */
    medianMicros: microsWire.nullable(),
  }),
});
export type ListingResults = z.infer<typeof listingResults>;

export const hostListingResults = z.object({ listing: hostListingRow, results: listingResults });
export type HostListingResults = z.infer<typeof hostListingResults>;

/** Number of listings that can be compared at once. */
export const COMPARED_LISTINGS_MAX = 4;

const comparedQuery = z.object({
  ids: idsInput.refine((ids) => ids.length <= COMPARED_LISTINGS_MAX, {
    error: `must be at most ${COMPARED_LISTINGS_MAX} ids.`,
  }),
});

export const listingResultRoutes = {
  compareListings: route('GET /api/host/listings/results', {
    access: 'host',
    scope: 'submissions:read',
    summary: 'Results of up to four own listings, in the order of the ids; ids of others are left out',
    query: comparedQuery,
    reply: z.object({ rows: z.array(hostListingResults) }),
    perMinute: 30,
  }),
  listingResultsCsv: route('GET /api/host/listings/results.csv', {
    access: 'host',
    scope: 'submissions:read',
    summary:
      'The same results as CSV: totals, budget, days, clips, clippers, platforms and hours of each listing',
    query: comparedQuery,
    reply: z.string(),
    perMinute: 20,
  }),
  listingResults: route('GET /api/host/listings/:id/results', {
    access: 'host',
    scope: 'submissions:read',
    summary:
      'Results of an own listing: views, spend, best clips, clippers, platforms, hours of posting, days with their forecast',
    params: idParams,
    reply: hostListingResults,
    errors: ['not_found'],
  }),
};
