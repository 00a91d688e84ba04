import type { Module } from '#server/http/module.ts';
import { mountDepositRoutes } from './routes.ts';

export { confirmTestCard } from './confirm.ts';

/** Money that hosts bring in. `demo` offers the labelled test card; nowhere else may money appear from nothing. */
export function createDepositsModule(deps: { demo: boolean }): Module {
  return { name: 'deposits', routes: (api) => mountDepositRoutes(api, deps) };
}
