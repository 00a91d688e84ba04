import { sql } from 'kysely';
import type { Metric } from './metric.ts';
import type { Database } from './transaction.ts';
import { withTimeout } from './with-timeout.ts';

/** One thing without which the product does not work. */
export interface HealthCheck {
  name: string;
  /** A sentence when something is wrong, null when all is well. */
  problem(): Promise<string | null>;
  /** Alarms are raised by a job, so they can't tell that none runs. */
  isOfJobs?: true;
  /** What an admin reads in place of "Healthy" when nothing is wrong; absent: that. */
  well?: string | (() => Promise<string>);
  /** What the public status page says of it; absent: it is the operator's affair alone. */
  notice?: Notice;
}

/** A sentence for everyone when something is worse than usual, null when all is well; beside the name of what it concerns. */
export interface Notice {
  of: 'services' | 'payments';
  read(): Promise<string | null>;
}

/** What a check says; one that breaks, or does not end within `limitMs`, is a problem. */
export const lookAt = ({ problem }: HealthCheck, limitMs = 10_000): Promise<string | null> =>
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

/** Less than the time in which all metrics are read. */
const METRIC_MS = 4_000;

/** Tells Prometheus that the database is away, when every figure that is read from it is missing. */
export const databaseMetric = (check: HealthCheck): Metric => ({
  name: 'permille_database_reachable',
  help: 'Whether the database answers this process: 1, or 0',
  read: async () => ((await lookAt(check, METRIC_MS)) === null ? 1 : 0),
});
