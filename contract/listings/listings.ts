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
import { countedTerms } from './counted-terms.ts';
import { exploreFilters } from './explore-filters.ts';
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

/** The state as people read it: a listing that is paused because its budget is used up is *Budget used up*. */
export const namedState = (listing: {
  state: ListingState;
  pauseReason: PauseReason | null;
}): ListingState | 'budget_used_up' =>
  listing.state === 'paused' && listing.pauseReason === 'exhausted' ? 'budget_used_up' : listing.state;

/** States by which hosts filter their listings; `running`: active, or active again once it has budget. */
const hostListingState = z.enum([...listingState.options, 'budget_used_up', 'running']);
/** A listing's money by use: paid + reserved + free + returned = funded. */
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
  /** /media/:id for an uploaded MP4 (playback and download by range), or the host's address for a link. */
  url: z.string(),
  fileName: z.string().nullable(),
  sizeBytes: z.int().nullable(),
  durationMs: z.int().nullable(),
  /** Whether the caller may watch an upload: its host, admins, and clippers whom the host has not blocked. */
  mayWatch: z.boolean(),
  /** A picture of an upload, for everyone; `/small` appended gives a small one. Null: the host's browser made none. */
  posterUrl: z.string().nullable(),
  storyboard: storyboard.nullable(),
  /**
   * A copy of an upload with 480 lines, for those who may watch it; null without one. `share` is the
   * finished part of the copy, 0 to 1. `url` is null until the copy is complete.
   */
  light: z.object({ url: z.string().nullable(), share: z.number().min(0).max(1) }).nullable(),
  /** Codecs of an upload that browsers can't play ("HEVC (H.265)"); such an upload is download-only. */
  unplayable: z.array(z.string()),
  /** Moments that the host points out, in order of time. */
  pins: z.array(listingPin),
});

/** A host's record with clips. */
export const hostReliability = z.object({
  /** Null without data, which pages show as such, never as 0. */
  medianHoursToDecide: z.number().nullable(),
  approvedShare: z.number().nullable(),
  /** The host's rejections and how many of them an appeal overturned; null when there are none. */
  rejections: z.object({ all: z.int(), overturned: z.int() }).nullable(),
  /** Share of budgets that clips earned, over listings that ended or ran for two weeks. Null when there are none. */
  paidShare: z.number().nullable(),
});

/** A host's record on pages that show more than a line of the feed. */
export const hostRecord = hostReliability.extend({
  /** The host's rejections by reason, most frequent first. */
  rejectReasons: z.array(z.object({ reason: rejectReason, clips: z.int() })),
  /** Holds on clips of the host's listings that were appealed and decided; null when there are none. */
  holds: z.object({ appealed: z.int(), overturned: z.int() }).nullable(),
});
export type HostRecord = z.infer<typeof hostRecord>;

const hostNames = { username: z.string(), avatarUrl: z.string().nullable() };
const hostStats = hostReliability.extend(hostNames);

/** A picture of an uploaded source; `/small` appended gives a small one. Null when the host's browser made none. */
const sourcePosterUrl = z.string().nullable();

export const feedRow = z.object({
  id: idSchema,
  title: z.string(),
  host: hostStats,
  platforms: z.array(platformSchema),
  language: z.string(),
  rateCentsPerMille: z.int(),
  fundedMicros: microsWire,
  freeMicros: microsWire,
  reservedMicros: microsWire,
  /** Earnings of its clips in the last seven days, updated hourly; they show how long the free budget lasts. */
  lastWeekMicros: microsWire,
  maxPayoutMicros: microsWire.nullable(),
  minViews: viewsSchema,
  ...countedTerms.shape,
  decisionHours: z.int(),
  createdAt: momentWire,
  sourceKind: z.enum(['upload', 'link']),
  sourceDurationMs: z.int().nullable(),
  sourcePosterUrl,
  /**
   * Whether the server compares clips' files with the source. It can't for a link, or for a source without
   * decodable sound.
   */
  comparesClips: z.boolean(),
});
export type FeedRow = z.infer<typeof feedRow>;

export const feedQuery = cursorQuery.extend({
  ...exploreFilters.shape,
  sort: z.enum(['newest', 'rate', 'budget', 'review']).default('newest'),
});

export const hostListingRow = z.object({
  id: idSchema,
  title: z.string(),
  state: listingState,
  pauseReason: pauseReason.nullable(),
  /** A dispute paused the listing, and the bank took the payment back. */
  isPaymentLost: z.boolean(),
  platforms: z.array(platformSchema),
  rateCentsPerMille: z.int(),
  budget: listingBudget,
  pendingClips: z.int(),
  approvedClips: z.int(),
  /** Clips with views that the listing's budget can't pay. */
  unpaidClips: z.int(),
  /** Views counted on its approved clips, including held views and views that the budget can't pay. */
  views: viewsSchema,
  /** The paid views. */
  verifiedViews: viewsSchema,
  /** Earnings of its clips in the last seven days, updated hourly; they show how long the free budget lasts. */
  lastWeekMicros: microsWire,
  createdAt: momentWire,
  sourcePosterUrl,
});
export type HostListingRow = z.infer<typeof hostListingRow>;

export const listingPage = feedRow.extend({
  host: hostRecord.extend({
    ...hostNames,
    /** The host connected an account on a platform, which proves the identity behind these videos. */
    isVerified: z.boolean(),
  }),
  state: listingState,
  /** Paused because its budget is used up: a top-up resumes it. */
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
