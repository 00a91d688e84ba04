import { type Clock, HOUR } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Metric } from '#server/infra/metric.ts';
import type { Database } from '#server/infra/transaction.ts';
import { newestProof } from './queries.ts';

/** A night and the hours that a large proof may take. */
const STALE_MS = 30 * HOUR;

/** Says what the last proof found broken, or that there is none of the last night. */
export const ledgerCheck = (db: Database, clock: Clock): HealthCheck => ({
  name: 'Ledger',
  problem: async () => {
    const proof = await newestProof(db);
    if (!proof) return 'The ledger was not proved yet.';
    const broken = proof.invariants.filter(({ ok }) => !ok).map(({ name }) => name);
    if (broken.length > 0) return `Broken: ${broken.join('; ')}.`;
    const isStale = clock.now().getTime() - proof.at.getTime() > STALE_MS;
    return isStale ? `The last proof of the ledger is from ${proof.at.toISOString()}.` : null;
  },
});

export const ledgerMetrics = (db: Database): Metric[] => [
  {
    name: 'permille_ledger_broken_invariants',
    help: 'Invariants of the ledger that its last proof found broken',
    read: async () => (await newestProof(db))?.invariants.filter(({ ok }) => !ok).length ?? 0,
  },
  {
    name: 'permille_ledger_proved_timestamp_seconds',
    help: 'When the ledger was last proved, seconds since 1970; 0 before the first time',
    read: async () => ((await newestProof(db))?.at.getTime() ?? 0) / 1_000,
  },
];
