import type { Module } from '#server/http/module.ts';
import { registerDeclarationRoutes } from './routes.ts';

export { declarationsOf } from './queries.ts';

/** Stores the declarations of hosts and clippers about a clip's views. The score compares them with the counts. */
export const createDeclarationsModule = (): Module => ({
  name: 'declarations',
  routes: registerDeclarationRoutes,
});
