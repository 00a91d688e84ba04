import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { ReplicaUnusable } from './replica-failure.ts';
import type { Database } from './transaction.ts';

/** A database's position in the log of changes, and what identifies the database. */
export interface Position {
  cluster: string;
  database: string;
  /** The end of the log of changes. */
  lsn: string;
}

/** Changes reach a healthy replica within milliseconds, so a short wait spares the primary most reads. */
const CATCH_UP_MS = 200;
const CATCH_UP_STEP_MS = 10;

export async function positionOf(primary: Database): Promise<Position> {
  const { rows } = await sql<Position>`
    select system_identifier::text as cluster, d.oid::text as database, pg_current_wal_flush_lsn()::text as lsn
    from pg_control_system(), pg_database d where d.datname = current_database()`.execute(primary);
  return rows[0]!;
}

/** Waits briefly until this connection's server has the primary's position. */
export async function catchUp(replica: Database, wanted: Position): Promise<void> {
  for (let waited = 0; ; waited += CATCH_UP_STEP_MS) {
    const { rows } = await sql<{
      cluster: string;
      database: string;
      isReplica: boolean;
      hasAll: boolean | null;
      behindSeconds: number | null;
    }>`
      select system_identifier::text as cluster, d.oid::text as database, pg_is_in_recovery() as "isReplica",
        pg_last_wal_replay_lsn() >= ${wanted.lsn}::pg_lsn as "hasAll",
        extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as "behindSeconds"
      from pg_control_system(), pg_database d where d.datname = current_database()`.execute(replica);
    const found = rows[0]!;
    if (found.cluster !== wanted.cluster || found.database !== wanted.database)
      throw new ReplicaUnusable('unfit', 'DATABASE_READ_URL leads to another database');
    if (!found.isReplica) throw new ReplicaUnusable('unfit', 'DATABASE_READ_URL leads to no replica');
    if (found.hasAll) return;
    if (waited >= CATCH_UP_MS) {
      const since = Math.ceil(found.behindSeconds ?? Number.NaN);
      throw new ReplicaUnusable(
        'behind',
        Number.isNaN(since) ? 'the replica is behind' : `the replica has no change of the last ${since} s`,
      );
    }
    await pause(CATCH_UP_STEP_MS);
  }
}
