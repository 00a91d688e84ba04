import { z } from 'zod';
import { adminViewNames } from './admin-views.ts';
import { idParams, idSchema } from './primitives.ts';
import { route } from './route.ts';

export const SAVED_FILTERS_MAX = 50;
export const SAVED_FILTER_NAME_MAX = 40;

const saved = {
  view: z.enum(adminViewNames),
  /** What the admin calls it. */
  name: z.string().trim().min(1).max(SAVED_FILTER_NAME_MAX),
  /** Of the view's address, without the question mark: search, filters and order. */
  query: z.string().min(1).max(500),
};
export const savedFilter = z.object({ id: idSchema, ...saved });
export type SavedFilter = z.infer<typeof savedFilter>;

export const savedFilterRoutes = {
  savedFilters: route('GET /api/admin/saved-filters', {
    access: 'admin',
    summary: 'The own named filters of all views, by name',
    reply: z.object({ rows: z.array(savedFilter) }),
  }),
  saveFilter: route('POST /api/admin/saved-filters', {
    access: 'admin',
    summary: 'Name the filters of a view; a name that is taken means these from now on',
    body: z.object(saved),
    errors: ['saved_filters_full'],
  }),
  removeSavedFilter: route('DELETE /api/admin/saved-filters/:id', {
    access: 'admin',
    summary: 'Forget an own named filter',
    params: idParams,
    errors: ['not_found'],
  }),
};
