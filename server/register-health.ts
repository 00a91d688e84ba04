import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Drain } from './http/drain.ts';
import { registerHealthRoutes } from './http/health.ts';
import type { Module } from './http/module.ts';
import type { Clock } from './infra/clock.ts';
import type { HealthCheck } from './infra/health-check.ts';
import type { Metric } from './infra/metric.ts';
import type { Database } from './infra/transaction.ts';
import { ledgerCheck } from './modules/ledger/ledger.ts';
import type { FileStorage } from './modules/media/media.ts';

interface Watched {
  db: Database;
  clock: Clock;
  files: FileStorage;
  checks: HealthCheck[];
  modules: Module[];
  metrics: Metric[];
  drain: Pick<Drain, 'check'>;
}

/** Registers the routes for machines: whether this process can do its work, and its metrics. */
export function registerHealth(
  server: FastifyInstance,
  { metricsToken }: Config,
  { db, clock, files, checks, modules, metrics, drain }: Watched,
): void {
  registerHealthRoutes(server, {
    metricsToken,
    metrics: [...modules.flatMap((module) => module.metrics ?? []), ...metrics],
    ready: [drain.check, ...checks, ...(files.ready ? [files.ready] : [])],
    reported: [ledgerCheck(db, clock)],
  });
}
