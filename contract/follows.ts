import { z } from 'zod';
import { exploreFilters } from './listings/explore-filters.ts';
import { idParams, idSchema, momentWire } from './wire/primitives.ts';
import { route } from './wire/route.ts';

export const FOLLOWED_HOSTS_MAX = 200;
export const SAVED_SEARCHES_MAX = 20;
export const SAVED_SEARCH_NAME_MAX = 40;

export const savedSearch = z.object({
  id: idSchema,
  name: z.string(),
  filters: exploreFilters,
  /** True if the person is notified of new listings that match. */
  alerts: z.boolean(),
  createdAt: momentWire,
});
export type SavedSearch = z.infer<typeof savedSearch>;

export const followedHost = z.object({
  username: z.string(),
  avatarUrl: z.string().nullable(),
  activeListings: z.int(),
  followedAt: momentWire,
});
export type FollowedHost = z.infer<typeof followedHost>;

const usernameParams = z.object({ username: z.string().max(100) });

export const followRoutes = {
  followedHosts: route('GET /api/followed-hosts', {
    access: 'clipper',
    summary: 'The hosts that the caller follows, by name',
    reply: z.object({ rows: z.array(followedHost) }),
  }),
  followHost: route('PUT /api/followed-hosts/:username', {
    access: 'clipper',
    summary: 'Follow a host: get a notification of each new listing',
    params: usernameParams,
    errors: ['profile_not_found', 'followed_hosts_full'],
  }),
  unfollowHost: route('DELETE /api/followed-hosts/:username', {
    access: 'clipper',
    summary: 'Stop following a host',
    params: usernameParams,
  }),
  savedSearches: route('GET /api/saved-searches', {
    access: 'clipper',
    summary: 'The caller’s saved searches of Explore, by name',
    reply: z.object({ rows: z.array(savedSearch) }),
  }),
  saveSearch: route('POST /api/saved-searches', {
    access: 'clipper',
    summary: 'Save a search of Explore under a name; an existing search of that name is replaced',
    body: z.object({
      name: z.string().trim().min(1).max(SAVED_SEARCH_NAME_MAX),
      filters: exploreFilters,
      alerts: z.boolean(),
    }),
    reply: z.object({ id: idSchema }),
    errors: ['invalid_input', 'saved_searches_full'],
  }),
  setSearchAlerts: route('PUT /api/saved-searches/:id/alerts', {
    access: 'clipper',
    summary: 'Turn notifications of new listings for a saved search on or off',
    params: idParams,
    body: z.object({ alerts: z.boolean() }),
    errors: ['not_found'],
  }),
  removeSavedSearch: route('DELETE /api/saved-searches/:id', {
    access: 'clipper',
    summary: 'Delete a saved search',
    params: idParams,
    errors: ['not_found'],
  }),
};
