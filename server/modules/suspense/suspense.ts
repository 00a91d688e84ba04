import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { suspenseMetrics } from './health.ts';
import { registerSuspenseRoutes } from './routes.ts';
import { sweepClosedAccounts } from './sweep.job.ts';

export { suspenseCheck } from './health.ts';
export { openSuspense, sweepClosed } from './hold.ts';
export { isClosed, isTransferKnown } from './queries.ts';
export {
  type Act,
  endCredited,
  lockForCredit,
  type OpenItem,
  reclaimForCardRefund,
  reclaimSuspense,
} from './resolve.ts';

/**
 * Shows admins the money without an owner, and lets them resolve it. Deposits resolves items that become a
 * deposit or go back to a card.
 */
export const createSuspenseModule = (db: Database): Module => ({
  name: 'suspense',
  routes: registerSuspenseRoutes,
  jobs: [sweepClosedAccounts(db)],
  metrics: suspenseMetrics(db),
});
