import { z } from 'zod';
import { idParams, idSchema } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { adminViewNames } from './admin-views.ts';

export const SAVED_FILTERS_MAX = 50;
export const SAVED_FILTER_NAME_MAX = 40;

const saved = {
  view: z.enum(adminViewNames),
  /** The admin's name for the filter. */
  name: z.string().trim().min(1).max(SAVED_FILTER_NAME_MAX),
  /**
   * Query string of the view's address, without the question mark. It contains the search text, filters and
   * order.
   */
  query: z.string().min(1).max(500),
};
export const savedFilter = z.object({ id: idSchema, ...saved });
export type SavedFilter = z.infer<typeof savedFilter>;

export const savedFilterRoutes = {
  savedFilters: route('GET /api/admin/saved-filters', {
    access: 'admin',
    summary: 'The caller’s saved filters of all views, by name',
    reply: z.object({ rows: z.array(savedFilter) }),
  }),
  saveFilter: route('POST /api/admin/saved-filters', {
    access: 'admin',
    summary: 'Save the filters of a view under a name; an existing filter of that name is replaced',
    body: z.object(saved),
    errors: ['saved_filters_full'],
  }),
  removeSavedFilter: route('DELETE /api/admin/saved-filters/:id', {
    access: 'admin',
    summary: 'Delete a saved filter',
    params: idParams,
    errors: ['not_found'],
  }),
};
