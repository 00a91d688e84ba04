import { sql } from 'kysely';
import type { Database } from './transaction.ts';

/**
 * Numbers of the advisory locks that processes on one database share, one per kind of work. The lock of the
 * migrations is in db/migrate.ts.
 */
const locks = { demo: 7_306_180_144 } as const;

/** The last work that this process requested, of any kind. */
const last = new WeakMap<Database, Promise<unknown>>();

/**
 * Waits until no other process or caller does this kind of work on this database, then does it. Waiting
 * callers of this process hold no connection: they would take connections from the work that they wait for.
 */
export async function oneAtATime<T>(
  db: Database,
  kind: keyof typeof locks,
  work: () => Promise<T>,
): Promise<T> {
  const before = last.get(db) ?? Promise.resolve();
  const turn = before.then(() => locked(db, kind, work));
  last.set(
    db,
    turn.catch(() => undefined),
  );
  return await turn;
}

/**
 * Holds the lock on a dedicated connection. The lock ends with the connection, so a killed process releases
 * it.
 */
const locked = <T>(db: Database, kind: keyof typeof locks, work: () => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${locks[kind]})`.execute(connection);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${locks[kind]})`.execute(connection);
    }
  });
