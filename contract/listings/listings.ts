import { z } from 'zod';
import { storyboard } from '#contract/media/storyboard.ts';
import { rejectReason } from '#contract/submissions/reject-reasons.ts';
import { csvOf } from '#contract/wire/csv.ts';
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
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { listingCategory } from './categories.ts';
import { countedTerms } from './counted-terms.ts';
import { exploreFilters } from './explore-filters.ts';
import { listingCount, listingForecast } from './listing-forecast.ts';
import { listingPin } from './listing-pins.ts';
import { createListingBody, editListingBody, listingRules } from './listing-terms.ts';

export const listingState = z.enum(['active', 'paused', 'ended', 'settled', 'removed']);
export type ListingState = z.infer<typeof listingState>;
export const pauseReason = z.enum(['host', 'exhausted', 'banned', 'disputed']);
export type PauseReason = z.infer<typeof pauseReason>;
export const pauseReasonNames: Record<PauseReason, string> = {
  host: 'By its host',
  exhausted: 'Budget used up',
  banned: 'Its host was banned',
  disputed: 'A deposit of its host is in question',
};

/** Returns the state for display. A listing paused because its budget is used up is *Budget used up*. */
export const namedState = (listing: {
  state: ListingState;
  pauseReason: PauseReason | null;
}): ListingState | 'budget_used_up' =>
  listing.state === 'paused' && listing.pauseReason === 'exhausted' ? 'budget_used_up' : listing.state;

/** States by which hosts filter. running: active, or paused only until the budget is topped up. */
const hostListingState = z.enum([...listingState.options, 'budget_used_up', 'running']);
/** A listing's money by use: funded = paid + reserved + free + returned. */
export const listingBudget = z.object({
  fundedMicros: microsWire,
  paidMicros: microsWire,
  reservedMicros: microsWire,
  freeMicros: microsWire,
  returnedMicros: microsWire,
  /** The part of the returned money that covered a chargeback of the host's payment. */
  takenBackMicros: microsWire,
});
export type ListingBudget = z.infer<typeof listingBudget>;

export const listingSource = z.object({
  kind: z.enum(['upload', 'link']),
  /** For an upload, /media/:id, for playback and download. For a link, the address that the host gave. */
  url: z.string(),
  fileName: z.string().nullable(),
  sizeBytes: z.int().nullable(),
  durationMs: z.int().nullable(),
  /**
   * Whether the caller may watch an upload. Its host, admins, and clippers whom the host has not blocked may.
   */
  mayWatch: z.boolean(),
  /** A picture of an upload (`/small` appended: a small one). Null if the host's browser made none. */
  posterUrl: z.string().nullable(),
  storyboard: storyboard.nullable(),
  /**
   * A copy of an upload with 480 lines, for those who may watch it; null without one. `share` is the
   * finished part of the copy, 0 to 1. `url` is null until the copy is complete.
   */
  light: z.object({ url: z.string().nullable(), share: z.number().min(0).max(1) }).nullable(),
  /** Codecs that browsers can't play ("HEVC (H.265)"). The upload can then only be downloaded. */
  unplayable: z.array(z.string()),
  /** Moments that the host points out, in ascending order. */
  pins: z.array(listingPin),
});

/** Statistics of a host's past decisions and payments. */
export const hostReliability = z.object({
  /** Null without data. Pages must then say so instead of showing 0. */
  medianHoursToDecide: z.number().nullable(),
  approvedShare: z.number().nullable(),
  /** The host's rejections, and how many an appeal overturned; null if there are none. */
  rejections: z.object({ all: z.int(), overturned: z.int() }).nullable(),
  /**
   * The share of their budgets that the host's listings paid to clips. Only listings that ended or ran for two
   * weeks are included; null if there are none.
   */
  paidShare: z.number().nullable(),
});

/** A host's statistics for pages with more room than a line of the feed. */
export const hostRecord = hostReliability.extend({
  /** The host's rejections by reason, most frequent first. */
  rejectReasons: z.array(z.object({ reason: rejectReason, clips: z.int() })),
  /** Appealed and decided holds on the listings' clips, and how many were overturned; null if none. */
  holds: z.object({ appealed: z.int(), overturned: z.int() }).nullable(),
});
export type HostRecord = z.infer<typeof hostRecord>;

const hostNames = { username: z.string(), avatarUrl: z.string().nullable() };
const hostStats = hostReliability.extend(hostNames);

/** A picture of an upload (`/small` appended: a small one). Null if the host's browser made none. */
const sourcePosterUrl = z.string().nullable();

export const feedRow = z.object({
  id: idSchema,
  title: z.string(),
  host: hostStats,
  platforms: z.array(platformSchema),
  language: z.string(),
  category: listingCategory.nullable(),
  rateCentsPerMille: z.int(),
  fundedMicros: microsWire,
  freeMicros: microsWire,
  reservedMicros: microsWire,
  /** Earnings of the clips in the last seven days, updated hourly, for `runwayDays`. */
  lastWeekMicros: microsWire,
  ...listingForecast.shape,
  maxPayoutMicros: microsWire.nullable(),
  minViews: viewsSchema,
  ...countedTerms.shape,
  decisionHours: z.int(),
  createdAt: momentWire,
  sourceKind: z.enum(['upload', 'link']),
  sourceDurationMs: z.int().nullable(),
  sourcePosterUrl,
  /** Whether clips' files are compared with the source. Impossible for a link or undecodable sound. */
  comparesClips: z.boolean(),
  /** Whether the source is an upload that browsers can play, so that the Clip Studio can open it. */
  opensInStudio: z.boolean(),
});
export type FeedRow = z.infer<typeof feedRow>;

export const feedQuery = cursorQuery.extend({
  ...exploreFilters.shape,
  sort: z.enum(['newest', 'earnings', 'rate', 'budget', 'review']).default('newest'),
});

export const hostListingRow = z.object({
  id: idSchema,
  title: z.string(),
  state: listingState,
  pauseReason: pauseReason.nullable(),
  /** True if a dispute paused the listing and the bank then took the payment back. */
  isPaymentLost: z.boolean(),
  platforms: z.array(platformSchema),
  rateCentsPerMille: z.int(),
  budget: listingBudget,
  pendingClips: z.int(),
  approvedClips: z.int(),
  /** Number of clips with views that the listing's budget can't pay. */
  unpaidClips: z.int(),
  /** Views of its approved clips, including held views and views that the budget can't pay. */
  views: viewsSchema,
  /** The part of `views` that was paid. */
  verifiedViews: viewsSchema,
  /** Earnings of the clips in the last seven days, updated hourly, for `runwayDays`. */
  lastWeekMicros: microsWire,
  createdAt: momentWire,
  sourcePosterUrl,
});
export type HostListingRow = z.infer<typeof hostListingRow>;

export const listingPage = feedRow.extend({
  host: hostRecord.extend({
    ...hostNames,
    /** True if the host has connected an account on a platform, which proves who made these videos. */
    isVerified: z.boolean(),
  }),
  state: listingState,
  /** True if the listing is paused because its budget is used up: a top-up resumes it. */
  isBudgetUsedUp: z.boolean(),
  version: z.int(),
  description: z.string(),
  instructions: z.string(),
  rules: listingRules,
  budget: listingBudget,
  source: listingSource,
  endsAt: momentWire.nullable(),
  isOwn: z.boolean(),
});
export type ListingPage = z.infer<typeof listingPage>;

const hostListings = route('GET /api/host/listings', {
  access: 'host',
  scope: 'listings:read',
  summary:
    'Own listings, newest first or by `sort`, with paid, reserved and free budget, filtered by state and words of the title',
  query: cursorQuery.extend({
    state: hostListingState.optional(),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date', 'title', 'pending', 'approved', 'spent', 'reserved', 'free'),
  }),
  reply: pageOf(hostListingRow),
});

export const listingRoutes = {
  hostListings,
  hostListingsCsv: csvOf(hostListings, 'listings.csv'),
  createListing: route('POST /api/listings', {
    access: 'host',
    scope: 'listings:write',
    summary: 'Post a listing; the budget leaves the balance in the same transaction',
    body: createListingBody,
    reply: z.object({ id: idSchema }),
    errors: [
      'missing_information',
      'invalid_input',
      'platform_connection_required',
      'platform_selection_required',
      'video_upload_required',
      'insufficient_balance',
      'balance_frozen',
    ],
    idempotent: true,
  }),
  exploreListings: route('GET /api/listings', {
    access: 'public',
    scope: 'listings:read',
    summary: 'Active listings: search, platform, rate, sort, cursor',
    query: feedQuery,
    reply: pageOf(feedRow),
  }),
  countListings: route('GET /api/listings/count', {
    access: 'public',
    scope: 'listings:read',
    summary: 'Number of active listings with these filters, exact up to 1,000',
    query: exploreFilters,
    reply: listingCount,
  }),
  showListing: route('GET /api/listings/:id', {
    access: 'public',
    scope: 'listings:read',
    summary: 'One listing with its rules, budget and source',
    params: idParams,
    reply: listingPage,
    errors: ['not_found'],
  }),
  editListing: route('PUT /api/listings/:id', {
    access: 'host',
    scope: 'listings:write',
    summary:
      'Change the terms for clips submitted from now on; earlier clips keep the version under which they were submitted',
    params: idParams,
    body: editListingBody,
    reply: z.object({ version: z.int() }),
    errors: [
      'not_found',
      'listing_state',
      'changed_meanwhile',
      'missing_information',
      'invalid_input',
      'platform_selection_required',
    ],
  }),
  pauseListing: route('POST /api/listings/:id/pause', {
    access: 'host',
    scope: 'listings:write',
    summary: 'Pause a listing: it accepts no new clips',
    params: idParams,
    reply: z.object({ state: listingState }),
    errors: ['not_found', 'listing_state'],
  }),
  resumeListing: route('POST /api/listings/:id/resume', {
    access: 'host',
    scope: 'listings:write',
    summary: 'Resume a listing: it accepts new clips again',
    params: idParams,
    reply: z.object({ state: listingState }),
    errors: ['not_found', 'listing_state', 'balance_frozen'],
  }),
  endListing: route('POST /api/listings/:id/end', {
    access: 'host',
    scope: 'listings:write',
    summary: 'End a listing: it accepts no new clips; approved clips earn to the end of their window',
    params: idParams,
    reply: z.object({ state: listingState }),
    errors: ['not_found', 'listing_state'],
  }),
  topUpListing: route('POST /api/listings/:id/top-up', {
    access: 'host',
    scope: 'listings:write',
    summary: 'Move more of the balance into the listing',
    params: idParams,
    body: z.object({ amountMicros: microsWire }),
    reply: z.object({ budget: listingBudget }),
    errors: ['not_found', 'listing_state', 'invalid_input', 'insufficient_balance', 'balance_frozen'],
    idempotent: true,
  }),
};
