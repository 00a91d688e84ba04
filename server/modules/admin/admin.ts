import type { Module } from '#server/http/module.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Database } from '#server/infra/transaction.ts';
import { ledgerCheck } from '#server/modules/ledger/ledger.ts';
import { registerAccountDataRoutes } from './account-routes.ts';
import type { CloseDeps } from './close-account.ts';
import { backlogChecks, type MailWay } from './health.ts';
import { registerAdminRoutes } from './routes.ts';

interface Options {
  db: Database;
  clock: Clock;
  /** What the process itself depends on. */
  checks: HealthCheck[];
  mail: MailWay;
}

/** What crosses many nouns, for the people who run the place. */
export const createAdminModule = ({ db, clock, checks, mail }: Options): Module => ({
  name: 'admin',
  routes: (api) =>
    registerAdminRoutes(api, [...checks, ledgerCheck(db, clock), ...backlogChecks(db, clock, { mail })]),
});

/** What every person may do with all that is kept about them: it crosses every noun, so it stands here. */
export const createAccountDataModule = (deps: CloseDeps): Module => ({
  name: 'account data',
  routes: (api) => registerAccountDataRoutes(api, deps),
});
