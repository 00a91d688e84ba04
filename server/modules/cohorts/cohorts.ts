import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { cohortsJob } from './join.job.ts';
import { registerCohortRoutes } from './routes.ts';

/**
 * Groups of clippers who share facts that strangers do not share. An admin decides once on all clips of a
 * group.
 */
export const createCohortsModule = (db: Database): Module => ({
  name: 'cohorts',
  routes: registerCohortRoutes,
  jobs: [cohortsJob(db)],
});
