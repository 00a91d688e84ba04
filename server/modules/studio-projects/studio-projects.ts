import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { removeEndedProjects } from './remove-ended.job.ts';
import { registerStudioProjectRoutes } from './routes.ts';

export { eraseStudioProjects } from './erase.ts';

/** What clippers cut in the Clip Studio, kept between visits. */
export const createStudioProjectsModule = ({ db }: { db: Database }): Module => ({
  name: 'studio-projects',
  routes: registerStudioProjectRoutes,
  jobs: [removeEndedProjects(db)],
});
