import { MINUTE } from './clock.ts';
import type { HealthCheck } from './health-check.ts';
import type { Metric } from './metric.ts';

/**
 * The disk counts as full for this time after a refusal. An accepted row would not prove that the disk has
 * room, because a database with a full disk still accepts some rows.
 */
const REMEMBERED_MS = 5 * MINUTE;

/**
 * Counts statements of this process that the database refused because its disk is full. PostgreSQL on another
 * machine does not report its free space; a node exporter there can.
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
