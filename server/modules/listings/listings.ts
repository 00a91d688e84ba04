import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { endDates } from './end-dates.job.ts';
import { forecasts } from './forecasts.job.ts';
import { hostStats } from './host-stats.job.ts';
import { registerListingRoutes } from './routes.ts';
import { settleEnded } from './settle-ended.job.ts';
import { spendRates } from './spend-rates.job.ts';

export { appealWindow, upheldAppealUntil } from './appeal-until.ts';
export { endListing, pauseListing } from './change-state.ts';
export { createListing } from './create.ts';
export { isFundedAgain, pauseExhausted, resumeFunded } from './exhaust.ts';
export { countListings, exploreListings } from './explore.ts';
export { savedSearchMatches } from './filters.ts';
export { budgetOf, hostListings, isBalanceFrozen, showListing } from './queries.ts';
export { lockForRemoval, pauseListingsOfHost, removeListing, returnListingsToHost } from './remove.ts';
export { returnFreed, returnRemainder } from './return-remainder.ts';
export { textQuery } from './search.ts';
export { settleEnded } from './settle-ended.job.ts';
export { lockBudgets, takeFromBudgets } from './take-from-budgets.ts';
export { unfreezeRemainder } from './unfreeze.ts';

/** Manages listings from posting to settlement: terms, states, budget, the public feed. */
export function createListingsModule({
  db,
  asked,
}: {
  db: Database;
  /** Platforms whose counts this installation can read. */
  asked: readonly ConnectablePlatform[];
}): Module {
  return {
    name: 'listings',
    routes: (api) => registerListingRoutes(api, asked),
    jobs: [endDates(db), settleEnded(db), hostStats(db), spendRates(db), forecasts(db)],
  };
}
