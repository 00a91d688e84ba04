import { MINUTE } from './clock.ts';
import type { HealthCheck } from './health-check.ts';
import type { Metric } from './metric.ts';

/** A database with a full disk accepts some rows and refuses others, so an accepted row proves nothing. */
const REMEMBERED_MS = 5 * MINUTE;

/**
 * Counts statements of this process that the database refused because its disk is full. PostgreSQL on another
 * machine reveals no more about its disk; a node exporter there can report the free space.
 */
export function databaseFull(readMs: () => number = () => performance.now()) {
  let refused = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  const check: HealthCheck = {
    name: 'Disk of the database',
    problem: async () =>
      readMs() - lastAt < REMEMBERED_MS
        ? 'The database refuses changes because the disk of its server is full. Make room there.'
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
