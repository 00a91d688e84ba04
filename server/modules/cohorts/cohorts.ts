import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { cohortsJob } from './join.job.ts';
import { registerCohortRoutes } from './routes.ts';

/** Groups of clippers who share what strangers do not, and one decision on all of them. */
export const createCohortsModule = (db: Database): Module => ({
  name: 'cohorts',
  routes: registerCohortRoutes,
  jobs: [cohortsJob(db)],
});
