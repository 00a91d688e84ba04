import type { Module } from '#server/http/module.ts';
import { registerStudioProjectRoutes } from './routes.ts';

export { eraseStudioProjects } from './erase.ts';

/** What clippers cut in the Clip Studio, kept between visits. */
export const createStudioProjectsModule = (): Module => ({
  name: 'studio-projects',
  routes: registerStudioProjectRoutes,
});
