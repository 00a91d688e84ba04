import { sql } from 'kysely';
import type { Database } from './transaction.ts';

/**
 * Numbers of locks that hold between processes on one database, beyond any transaction; each names one kind of work.
 * The lock of the migrations stands in db/migrate.ts.
 */
const locks = { demo: 7_306_180_144 } as const;

/** The last work of this process that was asked for, of any kind. */
const last = new WeakMap<Database, Promise<unknown>>();

/**
 * Waits until no other process (or caller) does this kind of work on this database, then does it. Callers of this process
 * wait without a connection: each that held one would leave fewer to the work that all of them wait for.
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

/** On a connection of its own: the lock lasts as long as the connection, so that of a killed process is gone with it. */
const locked = <T>(db: Database, kind: keyof typeof locks, work: () => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${locks[kind]})`.execute(connection);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${locks[kind]})`.execute(connection);
    }
  });
