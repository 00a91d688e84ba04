import { z } from 'zod';
import { feedQuery } from './listings.ts';
import { idParams, idSchema, momentWire } from './primitives.ts';
import { route } from './route.ts';

export const FOLLOWED_HOSTS_MAX = 200;
export const SAVED_SEARCHES_MAX = 20;
export const SAVED_SEARCH_NAME_MAX = 40;

/** What a listing has to be, as Explore filters it; absent: anything. */
const { search, platform, minRateCents, minFreeDollars, language } = feedQuery.shape;
export const searchFilters = z.object({
  search,
  platform,
  minRateCents,
  minFreeDollars,
  language,
});
export type SearchFilters = z.output<typeof searchFilters>;

export const savedSearch = z.object({
  id: idSchema,
  name: z.string(),
  search: z.string().nullable(),
  platform: platform.unwrap().nullable(),
  minRateCents: z.int().nullable(),
  minFreeDollars: z.int().nullable(),
  language: z.string().nullable(),
  /** New listings that fit are told. */
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
    summary: 'The hosts whose new listings are told, by name',
    reply: z.object({ rows: z.array(followedHost) }),
  }),
  followHost: route('PUT /api/followed-hosts/:username', {
    access: 'clipper',
    summary: 'Be told of the listings that a host posts from now on',
    params: usernameParams,
    errors: ['profile_not_found', 'followed_hosts_full'],
  }),
  unfollowHost: route('DELETE /api/followed-hosts/:username', {
    access: 'clipper',
    summary: 'Be told no longer',
    params: usernameParams,
  }),
  savedSearches: route('GET /api/saved-searches', {
    access: 'clipper',
    summary: 'The own searches of Explore, by name',
    reply: z.object({ rows: z.array(savedSearch) }),
  }),
  saveSearch: route('POST /api/saved-searches', {
    access: 'clipper',
    summary: 'Keep a search of Explore under a name; a name that is taken means this one from now on',
    body: z.object({
      name: z.string().trim().min(1).max(SAVED_SEARCH_NAME_MAX),
      filters: searchFilters,
      alerts: z.boolean(),
    }),
    reply: z.object({ id: idSchema }),
    errors: ['invalid_input', 'saved_searches_full'],
  }),
  setSearchAlerts: route('PUT /api/saved-searches/:id/alerts', {
    access: 'clipper',
    summary: 'Be told of new listings that fit an own search, or no longer',
    params: idParams,
    body: z.object({ alerts: z.boolean() }),
    errors: ['not_found'],
  }),
  removeSavedSearch: route('DELETE /api/saved-searches/:id', {
    access: 'clipper',
    summary: 'Forget an own search',
    params: idParams,
    errors: ['not_found'],
  }),
};
