import type { Module } from '#server/http/module.ts';
import { supportRoutes } from './routes.ts';
import type { SupportDeps } from './send.ts';

/** What people write through the contact form. */
export const createSupportModule = (deps: SupportDeps): Module => ({
  name: 'support',
  routes: (api) => supportRoutes(api, deps),
});
