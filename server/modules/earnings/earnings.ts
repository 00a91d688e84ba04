import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { earningsJob } from './earnings.job.ts';
import { registerEarningsRoutes } from './routes.ts';
import type { CancelWaiting } from './uphold-fraud.ts';

export { allocateAccruals, freeAccruals } from './allocate-accruals.ts';
export { type Contested, contestedOf } from './contested.ts';
export { offsetDebt } from './debts.ts';
export { settlementCheck } from './failing-listings.ts';
export { clipperOverview, hostOverview } from './queries.ts';
export { readReceipt } from './receipt.ts';
export { releaseAll, releaseDue } from './release.ts';
export { emptyReserves } from './reserve.ts';
export { acceptAppealed, atStake, reopenEarnings, reserveAppealed } from './reserve-appealed.ts';
export { settle, settleInTransaction } from './settle.ts';

/**
 * Earnings of clips. They are settled from verified views, pending for a day and then available. Each clip
 * has a receipt.
 */
export function createEarningsModule({
  db,
  cancelWaiting,
}: {
  db: Database;
  /** Cancels a clipper's payouts that were not sent. */
  cancelWaiting: CancelWaiting;
}): Module {
  return {
    name: 'earnings',
    routes: (api) => registerEarningsRoutes(api, cancelWaiting),
    jobs: [earningsJob(db)],
  };
}
