import type { Module } from '#server/http/module.ts';
import { registerListingResultRoutes } from './routes.ts';

/** Shows hosts what their listings achieved and what that cost. */
export const createListingResultsModule = (): Module => ({
  name: 'listing-results',
  routes: registerListingResultRoutes,
});
