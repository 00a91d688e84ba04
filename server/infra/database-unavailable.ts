import type pg from 'pg';
import { sqlState } from './transaction.ts';

/**
 * No connection was available: the database is gone or restarting, or all connections of this process are in
 * use.
 */
class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

/** SQLSTATE of a write on a server that is not the primary. */
const ON_STANDBY = '25006';

/**
 * The PostgreSQL function that waits until a standby has a commit. Its name identifies the notice, whose text
 * depends on the server's language.
 */
const REPLICATION_WAIT = 'SyncRepWaitForLSN';

/** SQLSTATE of a statement whose rows don't fit on the database's disk. */
const DISK_FULL = '53100';

/**
 * SQLSTATEs of a database that is stopping or starting, has no room for a row or a connection, or is (still)
 * a standby. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const PASSING = new Set(['57P01', '57P02', '57P03', DISK_FULL, '53300', ON_STANDBY]);

/** Messages of errors without a code that `pg` throws for a connection that broke during a statement. */
const BROKEN = /^Connection terminated|^Client has encountered a connection error/;

/**
 * Whether a statement failed because the database is unavailable right now, and not because of the statement.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof NoConnection) return true;
  const state = sqlState(error) ?? '';
  if (PASSING.has(state) || state.startsWith('08')) return true;
  return error instanceof Error && BROKEN.test(error.message);
}

/** Makes the pool report a failed connection as `NoConnection`, whatever error the network gave. */
export function nameFailedConnections(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as {
    (): Promise<pg.PoolClient>;
    (...callback: Parameters<pg.Pool['connect']>): void;
  };
  pool.connect = ((...callback: Parameters<pg.Pool['connect']> | []) => {
    if (callback.length > 0) return connect(...(callback as Parameters<pg.Pool['connect']>));
    return connect().catch((cause: Error) => {
      throw new NoConnection(`no connection to the database: ${cause.message}`, { cause });
    });
  }) as pg.Pool['connect'];
}

/**
 * Makes a new connection report two failures that its driver and the database hide. First: the connection
 * broke during a statement. Second: a commit was made but is on no standby, because somebody cancelled the
 * wait (pg_cancel_backend). PostgreSQL reports the second as a success with a notice, but the next failover
 * may undo the commit: the outcome is unknown.
 * @param onDiskFull called for each statement that finds the database's disk full
 */
export function watchConnection(client: pg.PoolClient, onDiskFull?: () => void): void {
  let isUnreplicated = false;
  client.on('notice', ({ routine }) => {
    isUnreplicated ||= routine === REPLICATION_WAIT;
  });
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (...args: unknown[]): unknown => {
    const sent = send(...args);
    if (!(sent instanceof Promise)) return sent;
    return sent.then(
      (result) => {
        if (!isUnreplicated) return result;
        isUnreplicated = false;
        throw new NoConnection('the commit is not known to be on a standby: the wait for it was cancelled');
      },
      (error: Error) => {
        if ('syscall' in error)
          throw new NoConnection(`the connection broke: ${error.message}`, { cause: error });
        if (sqlState(error) === ON_STANDBY) demoted.add(client);
        if (sqlState(error) === DISK_FULL) onDiskFull?.();
        throw error;
      },
    );
  };
  client.query = query as typeof client.query;
}

const demoted = new WeakSet<pg.PoolClient>();

/**
 * Makes the pool discard connections to a node that is no longer the primary; new connections lead to the
 * current one.
 */
export function leaveDemoted(pool: pg.Pool): void {
  pool.on('release', (_error, client) => {
    if (demoted.has(client)) client.end().catch(() => undefined);
  });
}
