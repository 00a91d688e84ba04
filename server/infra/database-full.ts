import { MINUTE } from './clock.ts';
import type { HealthCheck } from './health-check.ts';
import type { Metric } from './metric.ts';

/** The database takes some rows and refuses others while its disk is full, so one that is taken proves nothing. */
const REMEMBERED_MS = 5 * MINUTE;

/**
 * Statements of this process for whose rows the database's disk had no place. A PostgreSQL elsewhere reveals no more of its disk: how
 * much is free there, a node exporter on that machine tells.
 */
export function databaseFull(readMs: () => number = () => performance.now()) {
  let refused = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  const check: HealthCheck = {
    name: 'Disk of the database',
    problem: async () =>
      readMs() - lastAt < REMEMBERED_MS
        ? 'The database has no place for what people do: the disk of its server is full. Make room there.'
        : null,
  };
  const metric: Metric = {
    name: 'permille_database_full_total',
    help: 'Statements of this process that the database refused because its disk is full',
    type: 'counter',
    read: async () => refused,
  };
  return {
    note(): void {
      refused += 1;
      lastAt = readMs();
    },
    checks: [check],
    metrics: [metric],
  };
}
