import { sql } from 'kysely';
import type { Database } from './transaction.ts';

/**
 * Numbers of locks that hold between processes on one database, beyond any transaction; each names one kind of work.
 * The lock of the migrations stands in db/migrate.ts.
 */
const locks = { demo: 7_306_180_144 } as const;

/** Waits until no other process (or caller) does this kind of work on this database, then does it. */
export async function oneAtATime<T>(
  db: Database,
  kind: keyof typeof locks,
  work: () => Promise<T>,
): Promise<T> {
  // A connection of its own: the lock lasts as long as the connection, so that of a killed process is gone with it.
  return await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${locks[kind]})`.execute(connection);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${locks[kind]})`.execute(connection);
    }
  });
}
