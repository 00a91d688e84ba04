import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import { forgetOldMessages } from './forget-old.job.ts';
import { registerSupportRoutes } from './routes.ts';
import type { SupportDeps } from './send.ts';
import { registerTakedownRoutes } from './takedown-routes.ts';

export { eraseWriter } from './erase.ts';
export { answerMail, receivedMail } from './mails.ts';

/** Messages from the contact and takedown forms. */
export const createSupportModule = (deps: SupportDeps & { db: Database }): Module => ({
  name: 'support',
  jobs: [forgetOldMessages(deps.db)],
  routes: (api) => {
    registerSupportRoutes(api, deps);
    registerTakedownRoutes(api, deps);
  },
});
