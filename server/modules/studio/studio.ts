import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { removeEndedProjects } from './remove-ended.job.ts';
import { registerStudioRoutes } from './routes.ts';

export { eraseStudioProjects } from './erase.ts';

/** Projects of the Clip Studio, stored between visits. */
export const createStudioModule = ({ db }: { db: Database }): Module => ({
  name: 'studio',
  routes: registerStudioRoutes,
  jobs: [removeEndedProjects(db)],
});
