import { z } from 'zod';
import { listingBudget, listingState } from '#contract/listings/listings.ts';
import { idParams, idSchema, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { listingResults } from './listing-results.ts';

/** Number of links that one listing can have. */
export const RESULT_LINKS_MAX = 10;
/** Number of times a minute that one link can be opened, by everyone together. */
export const OPENINGS_PER_MINUTE = 30;
/** Days after which a link may expire. */
export const resultLinkDays = [7, 30, 90] as const;

const resultLink = z.object({
  id: idSchema,
  createdAt: momentWire,
  /** Username of the person who made the link; null if they have none. */
  madeBy: z.string().nullable(),
  /** Null for a link that works until it is revoked. */
  expiresAt: momentWire.nullable(),
  /** True if the link has expired. It stays in the list for a month. */
  isExpired: z.boolean(),
  lastOpenedAt: momentWire.nullable(),
});
export type ResultLink = z.infer<typeof resultLink>;

/**
 * The results as a link shows them. Only the totals count unpaid views. Clippers who hide their earnings, or are
 * not here any more, have no name, and their clips no text or link.
 */
export const sharedResults = z.object({
  title: z.string(),
  hostUsername: z.string().nullable(),
  state: listingState,
  rateCentsPerMille: z.int(),
  budget: listingBudget,
  createdAt: momentWire,
  /** Time of the figures. */
  drawnAt: momentWire,
  results: listingResults,
});
export type SharedResults = z.infer<typeof sharedResults>;

export const resultLinkRoutes = {
  resultLinks: route('GET /api/host/listings/:id/result-links', {
    access: 'host',
    summary: 'The links that share the results of an own listing, newest first',
    params: idParams,
    reply: z.object({ rows: z.array(resultLink) }),
    errors: ['not_found'],
  }),
  makeResultLink: route('POST /api/host/listings/:id/result-links', {
    access: 'host',
    summary: 'Share the results of an own listing by a link, which is returned once',
    params: idParams,
    body: z.object({ days: z.literal(resultLinkDays).nullable() }),
    reply: z.object({ id: idSchema, url: z.string() }),
    errors: ['not_found', 'result_links_full'],
    perMinute: 20,
  }),
  revokeResultLink: route('DELETE /api/host/result-links/:id', {
    access: 'host',
    summary: 'Revoke a link; it then no longer opens the results',
    params: idParams,
    errors: ['not_found'],
  }),
  openResultLink: route('POST /api/shared-results', {
    access: 'public',
    summary: 'The results that a link shares; the token is in the body, so that no log holds it',
    body: z.object({ token: z.string().max(200) }),
    reply: sharedResults,
    errors: ['not_found', 'too_many_requests'],
    perMinute: 60,
  }),
};
