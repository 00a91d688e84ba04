import { formatUsd } from '#contract/money.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Metric } from '#server/infra/metric.ts';
import type { Database } from '#server/infra/transaction.ts';
import { findWaiting } from './queries.ts';

/** Reports money without an owner, which needs an admin. */
export const suspenseCheck = (db: Database): HealthCheck => ({
  name: 'Suspense',
  problem: async () => {
    const { items, amountMicros, oldest } = await findWaiting(db);
    return oldest
      ? `Amounts without an owner: ${items}, ${formatUsd(amountMicros)} in all, the oldest since ${oldest.toISOString().slice(0, 10)}. Resolve them under Suspense.`
      : null;
  },
});

export const suspenseMetrics = (db: Database): Metric[] => [
  {
    name: 'permille_suspense_items',
    help: 'Amounts without an owner that wait for an admin',
    read: async () => (await findWaiting(db)).items,
  },
];
