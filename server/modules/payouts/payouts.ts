import type { Module } from '#server/http/module.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { VerifyPassword } from '#server/modules/accounts/accounts.ts';
import { mountPayoutRoutes } from './routes.ts';
import { weeklyRun } from './weekly-run.job.ts';

export { closeBalance } from './close-balance.ts';
export { cancel, markFailed, markPaid, pickUp } from './finish.ts';
export { forgetAddress } from './forget-address.ts';
export { payWeekly, payWeeklyTo } from './weekly-run.job.ts';

interface Deps {
  db: Database;
  clock: Clock;
  verifyPassword: VerifyPassword;
}

/** Money that leaves: withdrawals on request, the weekly run, and the queue that an admin works off. */
export function createPayoutsModule({ db, clock, verifyPassword }: Deps): Module {
  return {
    name: 'payouts',
    routes: (api) => mountPayoutRoutes(api, verifyPassword),
    dueWork: [weeklyRun({ db, clock })],
  };
}
