import { createDatabase } from './db.ts';
import type { HealthCheck } from './health-check.ts';
import type { Metric } from './metric.ts';
import { outcomeCounter } from './outcome-counter.ts';
import { failureOf, type ReplicaUnusable } from './replica-failure.ts';
import { catchUp, type Position, positionOf } from './replica-position.ts';
import { sharedCheck } from './shared-check.ts';
import { SharedReads } from './shared-reads.ts';
import type { Database } from './transaction.ts';
import { withTimeout } from './with-timeout.ts';

/** Where reads go that need not see what others wrote within the last second: lists that everyone asks for, and files. */
export interface Replica {
  /**
   * Runs `work`, which only reads, on the replica, and on the primary whenever the replica is behind or does not answer.
   * What it reads has everything that this process wrote or had an event of, and what others wrote up to a second ago.
   */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

/** Where there is none. */
export const noReplica = (db: Database): Replica => ({ read: (work) => work(db) });

export interface OpenReplica extends Replica {
  checks: HealthCheck[];
  metrics: Metric[];
  close(): Promise<void>;
}

/** The address of a replica with the login, and the database, that the app has on the primary, where it names none. */
export function likeApp(replicaUrl: string, appUrl: string): string {
  const [url, app] = [new URL(replicaUrl), new URL(appUrl)];
  if (!url.username) Object.assign(url, { username: app.username, password: app.password });
  if (url.pathname.length <= 1) url.pathname = app.pathname;
  return url.href;
}

const POSITION_AGE_MS = 1_000;
const READ_LIMIT_MS = 10_000;
const CHECK_AGE_MS = 10_000;
/** For so long a replica that failed is not tried again: reads must not each wait for it. */
const REST_MS = 2_000;

/** @param url of the replica; null: there is none */
export function openReplica(url: string | null, primary: Database): OpenReplica {
  if (url === null) return { ...noReplica(primary), checks: [], metrics: [], close: async () => undefined };
  // An idle connection that breaks is replaced; reads that need one tell when none can be had.
  const { db, close } = createDatabase(url, { waitMs: 1_000 });
  const { count, metric } = outcomeCounter(
    {
      name: 'permille_replica_reads_total',
      help: 'Reads for the replica by who answered: the replica, or the primary because the replica was behind, did not answer, or is none of this database',
    },
    ['replica', 'behind', 'unreachable', 'unfit'],
  );
  const positions = new SharedReads<Position>(primary, { maxAgeMs: POSITION_AGE_MS, maxKeys: 1 });
  const position = () => positions.get('', () => positionOf(primary));
  const attempt = <T>(wanted: Position, work: (db: Database) => Promise<T>): Promise<T> =>
    withTimeout(
      db.connection().execute(async (one) => {
        await catchUp(one, wanted);
        return await work(one);
      }),
      { ms: READ_LIMIT_MS, what: 'the read replica' },
    );
  const problem = async () => {
    const wanted = await position();
    return await attempt(wanted, async () => null).catch((error: unknown) => {
      const failure = failureOf(error);
      if (!failure) throw error;
      return `Feeds and exports are read from the primary: ${failure.message}.`;
    });
  };
  let rest: { until: number; failure: ReplicaUnusable } | null = null;

  return {
    async read(work) {
      if (rest && performance.now() < rest.until) {
        count(rest.failure.reason);
        return work(primary);
      }
      // Where the primary can't say, its own answer to the read tells why.
      const wanted = await position().catch(() => null);
      if (!wanted) return work(primary);
      try {
        const result = await attempt(wanted, work);
        count('replica');
        return result;
      } catch (error) {
        const failure = failureOf(error);
        if (!failure) throw error;
        rest = { until: performance.now() + REST_MS, failure };
        count(failure.reason);
        return work(primary);
      }
    },
    checks: [sharedCheck({ name: 'Read replica', problem }, CHECK_AGE_MS)],
    metrics: [metric],
    close,
  };
}
