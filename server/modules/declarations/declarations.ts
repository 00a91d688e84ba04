import type { Module } from '#server/http/module.ts';
import { registerDeclarationRoutes } from './routes.ts';

export { declarationsOf } from './queries.ts';

/** What hosts and clippers declare about a clip's views. The score compares it with the counts. */
export const createDeclarationsModule = (): Module => ({
  name: 'declarations',
  routes: registerDeclarationRoutes,
});
