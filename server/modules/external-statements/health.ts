import { after, type Clock, DAY } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Metric } from '#server/infra/metric.ts';
import type { Database } from '#server/infra/transaction.ts';
import { countUnmatched } from './queries.ts';
import { UNMATCHED_DAYS } from './rules.ts';

/** Reports a difference between statements and ledger that waits too long for an admin. */
export const externalStatementCheck = (db: Database, clock: Clock): HealthCheck => ({
  name: 'Statements',
  problem: async () => {
    const unmatched = await countUnmatched(db, after(clock.now(), -UNMATCHED_DAYS * DAY));
    return unmatched > 0
      ? `Amounts that have been only in a statement or only in the ledger for more than ${UNMATCHED_DAYS} days: ${unmatched}. Match or explain them under Statements.`
      : null;
  },
});

export const externalStatementMetrics = (db: Database): Metric[] => [
  {
    name: 'permille_statement_unmatched',
    help: 'Amounts on which the imported statements and the ledger do not agree and that nobody has explained',
    read: () => countUnmatched(db),
  },
];
