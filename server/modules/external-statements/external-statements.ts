import type { Module } from '#server/http/module.ts';
import type { Clock } from '#server/infra/clock.ts';
import { createPaypalClient, type PaypalAccount } from '#server/modules/payouts/payouts.ts';
import type { Sources } from './fetch-report.ts';
import { externalStatementMetrics } from './health.ts';
import { matchStatements } from './match.job.ts';
import { registerExternalStatementRoutes } from './routes.ts';

export { externalStatementCheck } from './health.ts';
export { importLines } from './import-lines.ts';
export { listLayouts } from './layouts.ts';
export { preview } from './preview.ts';
export { summarize } from './queries.ts';
export { readStatementInChild } from './read-in-child.ts';

interface Deps extends Omit<Sources, 'paypal'> {
  clock: Clock;
  paypal: PaypalAccount | null;
}

/**
 * Creates the module that imports statements of Stripe, PayPal and the bank and matches them with movements
 * of the ledger.
 */
export function createExternalStatementsModule({ clock, paypal, ...deps }: Deps): Module {
  const sources = { ...deps, paypal: paypal && createPaypalClient(paypal, clock) };
  return {
    name: 'external-statements',
    routes: (api) => registerExternalStatementRoutes(api, sources),
    jobs: [matchStatements(deps.db)],
    metrics: externalStatementMetrics(deps.db),
  };
}
