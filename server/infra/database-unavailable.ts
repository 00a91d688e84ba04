import type pg from 'pg';
import { sqlState } from './transaction.ts';

/** No connection could be had: the database is gone, restarts, or all connections of this process are taken. */
class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

/** What it says of a statement that writes where only the primary may. */
const ON_STANDBY = '25006';

/** Who waits until a standby has a commit. The text of the notice depends on the language of the server. */
const REPLICATION_WAIT = 'SyncRepWaitForLSN';

/** A statement's rows have no place on the database's disk. */
const DISK_FULL = '53100';

/**
 * SQLSTATEs of a database that ends or begins to run, has no place for a row or a connection, or is (still) a standby.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const PASSING = new Set(['57P01', '57P02', '57P03', DISK_FULL, '53300', ON_STANDBY]);

/** What `pg` says, without a code, of a connection that broke under a statement. */
const BROKEN = /^Connection terminated|^Client has encountered a connection error/;

/** Whether a statement failed because the database can't be reached right now, and not by what was asked. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof NoConnection) return true;
  const state = sqlState(error) ?? '';
  if (PASSING.has(state) || state.startsWith('08')) return true;
  return error instanceof Error && BROKEN.test(error.message);
}

/** Has the pool say of a connection that could not be had that it was the database's, whatever the network called it. */
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
 * Has a new connection tell what its driver and the database do not: that it broke under a statement, and that a commit was
 * made but is on no standby, because somebody cancelled the wait (pg_cancel_backend). PostgreSQL reports that as a success
 * with a notice, but the next failover may undo it: the outcome is unknown.
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

/** Has the pool throw away a connection to a node that does not lead any more: a new one leads to the one that does. */
export function leaveDemoted(pool: pg.Pool): void {
  pool.on('release', (_error, client) => {
    if (demoted.has(client)) client.end().catch(() => undefined);
  });
}
