import type { Module } from '#server/http/module.ts';
import { registerSupportRoutes } from './routes.ts';
import type { SupportDeps } from './send.ts';
import { registerTakedownRoutes } from './takedown-routes.ts';

export { eraseWriter } from './erase.ts';

/** What people write through the contact and takedown forms. */
export const createSupportModule = (deps: SupportDeps): Module => ({
  name: 'support',
  routes: (api) => {
    registerSupportRoutes(api, deps);
    registerTakedownRoutes(api, deps);
  },
});
