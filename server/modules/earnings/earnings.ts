import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { earningsJob } from './earnings.job.ts';
import { registerEarningsRoutes } from './routes.ts';

export { allocateAccruals, freeAccruals } from './allocate-accruals.ts';
export { type Contested, contestedOf } from './contested.ts';
export { offsetDebt } from './debts.ts';
export { settlementCheck } from './failing-listings.ts';
export { clipperOverview, hostOverview } from './queries.ts';
export { readReceipt } from './receipt.ts';
export { releaseAll, releaseDue } from './release.ts';
export { emptyReserves } from './reserve.ts';
export { acceptAppealed, atStake, reopenEarnings, reserveAppealed, stakesOf } from './reserve-appealed.ts';
export { settle, settleInTransaction } from './settle.ts';
export { type TakenBack, takeBack } from './take-back.ts';

/**
 * Earnings of clips. They are settled from verified views, pending for a day and then available. Each clip
 * has a receipt.
 */
export const createEarningsModule = (db: Database): Module => ({
  name: 'earnings',
  routes: registerEarningsRoutes,
  jobs: [earningsJob(db)],
});
