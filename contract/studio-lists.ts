import { z } from 'zod';
import { countedTerms } from '#contract/listings/counted-terms.ts';
import { listingState } from '#contract/listings/listings.ts';
import { STUDIO_PROJECTS_MAX } from '#contract/studio.ts';
import { idParams, idSchema, microsWire, momentWire } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

const ofListing = {
  listingId: idSchema,
  title: z.string(),
  hostUsername: z.string(),
  sourcePosterUrl: z.string().nullable(),
};

const studioProjectRow = z.object({
  ...ofListing,
  state: listingState,
  cuts: z.int(),
  /** Total length of the cuts, in seconds. */
  seconds: z.number(),
  changedAt: momentWire,
});
export type StudioProjectRow = z.infer<typeof studioProjectRow>;

const studioSourceRow = z.object({
  ...ofListing,
  rateCentsPerMille: z.int(),
  ...countedTerms.shape,
  freeMicros: microsWire,
  durationMs: z.int().nullable(),
});
export type StudioSourceRow = z.infer<typeof studioSourceRow>;

/** Number of sources that the studio's first page offers. */
export const STUDIO_SOURCES_SHOWN = 12;

/** Calls of the studio's first page, which lists a clipper's projects and sources to cut. */
export const studioListRoutes = {
  studioProjects: route('GET /api/clipper/studio', {
    access: 'clipper',
    summary: 'The caller’s studio projects, last changed first',
    reply: z.object({ rows: z.array(studioProjectRow).max(STUDIO_PROJECTS_MAX) }),
    perMinute: 60,
  }),
  studioSources: route('GET /api/clipper/studio/sources', {
    access: 'clipper',
    summary:
      'Active listings without a project of the caller whose source the studio opens, highest expected earnings first',
    reply: z.object({ rows: z.array(studioSourceRow).max(STUDIO_SOURCES_SHOWN) }),
  }),
  removeStudioProject: route('DELETE /api/clipper/studio/:id', {
    access: 'clipper',
    summary: 'Delete the caller’s studio project of a listing',
    params: idParams,
    errors: ['not_found'],
  }),
};
