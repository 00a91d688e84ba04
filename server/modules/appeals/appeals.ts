import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { escalateJob } from './escalate.job.ts';
import type { AppealDeps } from './file.ts';
import { type AtStake, registerAppealRoutes } from './routes.ts';

export { closeHoldAppeal } from './close.ts';

/** One appeal of each rejection and each hold: filed within 7 days, decided within 7 more. */
export function createAppealsModule(deps: AppealDeps & { db: Database; atStake: AtStake }): Module {
  return {
    name: 'appeals',
    routes: (api) => registerAppealRoutes(api, deps),
    jobs: [escalateJob(deps.db, deps)],
  };
}
