import { sql } from 'kysely';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { CHECKS } from './checks.ts';

export interface Invariant {
  name: string;
  ok: boolean;
  /** "holds", or the number of rows that break it, with examples. */
  detail: string;
}

const EXAMPLES = 3;

export const invariantNames: readonly string[] = Object.keys(CHECKS);

/** Runs `work` on one consistent snapshot of the database, read-only. */
export const inSnapshot = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set transaction read only`.execute(tx);
      return await work(tx);
    });

/**
 * Checks every invariant over all rows of one snapshot. Only reads, so it may run beside a working server.
 */
export async function reconcile(db: Database): Promise<{ ok: boolean; invariants: Invariant[] }> {
  const invariants = await inSnapshot(db, async (tx) => {
    const results: Invariant[] = [];
    for (const name of invariantNames) results.push(await judge(tx, name));
    return results;
  });
  return { ok: invariants.every((invariant) => invariant.ok), invariants };
}

/** Checks one invariant of CHECKS by name, in one statement and so on one snapshot. */
export async function judge(db: Database | Tx, name: string): Promise<Invariant> {
  const { rows } = await sql<{ wrong: number; examples: string[] | null }>`
    select count(*)::int as wrong, (array_agg(v.what))[1:${sql.lit(EXAMPLES)}] as examples
    from (${CHECKS[name]!}) v`.execute(db);
  const { wrong, examples } = rows[0]!;
  return {
    name,
    ok: wrong === 0,
    detail: wrong === 0 ? 'holds' : `${wrong} wrong: ${examples?.join('; ')}`,
  };
}
