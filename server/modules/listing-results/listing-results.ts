import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { forgetExpired } from './forget-expired.job.ts';
import { type ListingResultsDeps, registerListingResultRoutes } from './routes.ts';

export { eraseResultLinks } from './links.ts';

/** Shows hosts what their listings achieved and what that cost, and others what a host shares by a link. */
export const createListingResultsModule = (deps: ListingResultsDeps & { db: Database }): Module => ({
  name: 'listing-results',
  routes: (api) => registerListingResultRoutes(api, deps),
  jobs: [forgetExpired(deps.db)],
});
