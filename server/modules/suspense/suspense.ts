import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { suspenseMetrics } from './health.ts';
import { registerSuspenseRoutes, type SuspenseDeps } from './routes.ts';
import { sweepClosedAccounts } from './sweep.job.ts';

export { suspenseCheck } from './health.ts';
export { openSuspense, sweepClosed } from './hold.ts';
export { isClosed, isTransferKnown } from './queries.ts';
export { type CreditHost, reclaimSuspense } from './resolve.ts';

/** Shows admins the money without an owner, and lets them resolve it. */
export const createSuspenseModule = ({ db, ...deps }: SuspenseDeps & { db: Database }): Module => ({
  name: 'suspense',
  routes: (api) => registerSuspenseRoutes(api, deps),
  jobs: [sweepClosedAccounts(db)],
  metrics: suspenseMetrics(db),
});
