import type pg from 'pg';
import { sqlState } from './transaction.ts';

/** No connection could be had: the database is gone, restarts, or all connections of this process are taken. */
class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

/**
 * SQLSTATEs of a database that ends or begins to run, has no place for a connection, or is (still) a standby.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const PASSING = new Set(['57P01', '57P02', '57P03', '53300', '25006']);

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
