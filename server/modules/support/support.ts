import type { Module } from '#server/http/module.ts';
import { supportRoutes } from './routes.ts';
import type { SupportDeps } from './send.ts';
import { registerTakedowns } from './takedown-routes.ts';

export { eraseWriter } from './erase.ts';

/** What people write through the contact and takedown forms. */
export const createSupportModule = (deps: SupportDeps): Module => ({
  name: 'support',
  routes: (api) => {
    supportRoutes(api, deps);
    registerTakedowns(api, deps);
  },
});
