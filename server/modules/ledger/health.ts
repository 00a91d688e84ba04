import { momentText } from '#contract/dates.ts';
import { type Clock, HOUR } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Metric } from '#server/infra/metric.ts';
import type { Database } from '#server/infra/transaction.ts';
import { latestReconciliation } from './queries.ts';

/** A reconciliation older than this is late: one day, plus the hours that a large one may take. */
const STALE_MS = 30 * HOUR;

/**
 * Reports invariants that the last reconciliation found broken, and that last night's reconciliation is
 * missing.
 */
export const ledgerCheck = (db: Database, clock: Clock): HealthCheck => ({
  name: 'Ledger',
  problem: async () => {
    const last = await latestReconciliation(db);
    if (!last) return (await isNew(db, clock)) ? null : 'The ledger was not reconciled yet.';
    const broken = last.invariants.filter(({ ok }) => !ok).map(({ name }) => name);
    if (broken.length > 0) return `Broken: ${broken.join('; ')}.`;
    const isStale = clock.now().getTime() - last.at.getTime() > STALE_MS;
    return isStale ? `The last reconciliation of the ledger is from ${momentText(last.at)}.` : null;
  },
});

/** Returns whether the installation has not had its first night yet. */
async function isNew(db: Database, clock: Clock): Promise<boolean> {
  const first = await db.selectFrom('installation').select('recorded_at').executeTakeFirst();
  return first !== undefined && clock.now().getTime() - first.recorded_at.getTime() <= STALE_MS;
}

export const ledgerMetrics = (db: Database): Metric[] => [
  {
    name: 'permille_ledger_broken_invariants',
    help: 'Invariants of the ledger that its last reconciliation found broken',
    read: async () => (await latestReconciliation(db))?.invariants.filter(({ ok }) => !ok).length ?? 0,
  },
  {
    name: 'permille_ledger_reconciled_timestamp_seconds',
    help: 'When the ledger was last reconciled, seconds since 1970; 0 before the first time',
    read: async () => ((await latestReconciliation(db))?.at.getTime() ?? 0) / 1_000,
  },
];
