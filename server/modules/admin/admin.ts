import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { Module } from '#server/http/module.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Log } from '#server/infra/log.ts';
import type { Database } from '#server/infra/transaction.ts';
import { ledgerCheck } from '#server/modules/ledger/ledger.ts';
import { registerAccountDataRoutes } from './account-routes.ts';
import { agreementCheck } from './agreements.ts';
import { type AlarmDeps, alarms } from './alarms.job.ts';
import { bannedMoneyCheck } from './banned-money.ts';
import type { CloseDeps } from './close-account.ts';
import { expireOldAgreements } from './expire-agreements.job.ts';
import { backlogChecks, type MailWay } from './health.ts';
import { backlogMetrics } from './metrics.ts';
import { registerAdminRoutes } from './routes.ts';

export { closedMail } from './close-account.ts';

interface Options {
  db: Database;
  clock: Clock;
  /** Health checks of the dependencies of this process. */
  checks: HealthCheck[];
  mail: MailWay;
  /** True if no processor sends payouts in this installation. */
  paysByHand: boolean;
  /** Platforms without API keys in this installation. Their clips can't be counted. */
  withoutKeys: readonly PostPlatform[];
  /** The operator's mail address and webhook for alarms; null if nobody is alarmed, as in a demo. */
  alerts: AlarmDeps['alerts'] | null;
  mailNow: AlarmDeps['mailNow'];
  log: Log;
}

/** Creates the admin module, which reads and changes data of many modules. */
export function createAdminModule(options: Options): Module {
  const { db, clock, checks, mail, paysByHand, withoutKeys, alerts, mailNow, log } = options;
  const all = [
    ...checks,
    ledgerCheck(db, clock),
    bannedMoneyCheck(db, clock),
    agreementCheck(db, clock),
    ...backlogChecks(db, clock, { mail, withoutKeys }),
  ];
  const alarming = all.filter(({ isOfJobs }) => !isOfJobs);
  return {
    name: 'admin',
    routes: (api) => registerAdminRoutes(api, { checks: all, paysByHand, sendsMail: mail === 'smtp' }),
    metrics: backlogMetrics(db, clock, mail),
    jobs: [expireOldAgreements(db), ...(alerts ? [alarms({ db, log, alerts, mailNow }, alarming)] : [])],
  };
}

/** Creates the module that exports and closes accounts. Both concern the data of every module. */
export const createAccountDataModule = (deps: CloseDeps): Module => ({
  name: 'account data',
  routes: (api) => registerAccountDataRoutes(api, deps),
});
