import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { escalateJob } from './escalate.job.ts';
import { registerFraudHoldRoutes } from './hold-routes.ts';
import { registerAppealRoutes } from './routes.ts';

export { fileAppeal } from './file.ts';
export { clipAppeals, holdsOf, openSubject } from './queries.ts';

/**
 * Appeals of clippers: one for each rejection and each hold, filed within 7 days and decided within 7 more
 * days. Admins also decide holds here that nobody appealed.
 */
export const createAppealsModule = (db: Database): Module => ({
  name: 'appeals',
  routes(api) {
    registerAppealRoutes(api);
    registerFraudHoldRoutes(api);
  },
  jobs: [escalateJob(db)],
});
