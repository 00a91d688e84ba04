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

/** Serves reads that may miss other processes' writes of the last second: public lists, and files. */
export interface Replica {
  /**
   * Runs `work`, which only reads, on the replica. If the replica is behind or does not answer, runs it on
   * the primary. The read includes every write of this process, every event that it received, and others'
   * writes up to a second ago.
   */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

/** Runs every read on the primary, for an installation without a replica. */
export const noReplica = (db: Database): Replica => ({ read: (work) => work(db) });

export interface OpenReplica extends Replica {
  checks: HealthCheck[];
  metrics: Metric[];
  close(): Promise<void>;
}

/** Returns the replica's URL with any missing login or database name taken from the app's URL. */
export function likeApp(replicaUrl: string, appUrl: string): string {
  const [url, app] = [new URL(replicaUrl), new URL(appUrl)];
  if (!url.username) Object.assign(url, { username: app.username, password: app.password });
  if (url.pathname.length <= 1) url.pathname = app.pathname;
  return url.href;
}

const POSITION_AGE_MS = 1_000;
const READ_LIMIT_MS = 10_000;
const CHECK_AGE_MS = 10_000;
/** A failed replica is not tried again for this long, so that reads don't each wait for it. */
const REST_MS = 2_000;

/** @param url the replica's URL; null without a replica */
export function openReplica(url: string | null, primary: Database): OpenReplica {
  if (url === null) return { ...noReplica(primary), checks: [], metrics: [], close: async () => undefined };
  // A broken idle connection needs no report here: the pool replaces it, and a read without a connection
  // fails.
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
      // If the primary can't report its position, the read falls back to the primary, where it fails with the
      // reason.
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
