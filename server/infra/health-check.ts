import { sql } from 'kysely';
import type { Metric } from './metric.ts';
import type { Database } from './transaction.ts';
import { withTimeout } from './with-timeout.ts';

/** A condition without which the product does not work. */
export interface HealthCheck {
  name: string;
  /** Returns a sentence about what is wrong, or null when all is well. */
  problem(): Promise<string | null>;
  /** Set for checks of the jobs. Jobs send alarms, so no alarm can report that no jobs run. */
  isOfJobs?: true;
  /** An admin reads this instead of "Healthy" when nothing is wrong. */
  well?: string | (() => Promise<string>);
  /** The notice on the public status page; absent when only the operator sees the check. */
  notice?: Notice;
}

/**
 * A sentence for the public about something that is worse than usual, null when all is well. `of` names the
 * affected part of the product.
 */
export interface Notice {
  of: 'services' | 'payments';
  read(): Promise<string | null>;
}

/**
 * Returns the check's problem. A check that throws, or does not end within `limitMs`, is itself a problem.
 */
export const runHealthCheck = ({ problem }: HealthCheck, limitMs = 10_000): Promise<string | null> =>
  withTimeout(problem(), { ms: limitMs, what: 'the check' }).catch(() => 'The check could not be made.');

export const databaseCheck = (db: Database): HealthCheck => ({
  name: 'Database',
  problem: async () =>
    await sql<{ zone: string }>`select current_setting('TimeZone') as zone`.execute(db).then(
      ({ rows: [session] }) =>
        session?.zone === 'UTC'
          ? null
          : `Sessions of the database run in ${session?.zone} instead of UTC: something between it and this server drops the option TimeZone.`,
      () => 'The database does not answer.',
    ),
});

/** This limit is less than the time limit for reading all metrics. */
const METRIC_MS = 4_000;

/**
 * Reports to Prometheus that the database is unreachable; every metric that is read from it is then missing.
 */
export const databaseMetric = (check: HealthCheck): Metric => ({
  name: 'permille_database_reachable',
  help: 'Whether the database answers this process: 1, or 0',
  read: async () => ((await runHealthCheck(check, METRIC_MS)) === null ? 1 : 0),
});
