import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';
import { CHECKS } from './checks.ts';

export interface Invariant {
  name: string;
  ok: boolean;
  /** "holds", or how many break it, with examples. */
  detail: string;
}

const EXAMPLES = 3;

/**
 * Proves the money: every invariant over all rows, as they stood at one moment. Reads only, so it may run beside a
 * working server.
 */
export async function reconcile(db: Database): Promise<{ ok: boolean; invariants: Invariant[] }> {
  const invariants = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set transaction read only`.execute(tx);
      const results: Invariant[] = [];
      for (const [name, violations] of Object.entries(CHECKS)) {
        results.push({ name, ...(await judge(tx, violations)) });
      }
      return results;
    });
  return { ok: invariants.every((invariant) => invariant.ok), invariants };
}

async function judge(
  db: Database,
  violations: RawBuilder<unknown>,
): Promise<{ ok: boolean; detail: string }> {
  const { rows } = await sql<{ wrong: number; examples: string[] | null }>`
    select count(*)::int as wrong, (array_agg(v.what))[1:${sql.lit(EXAMPLES)}] as examples
    from (${violations}) v`.execute(db);
  const { wrong, examples } = rows[0]!;
  return { ok: wrong === 0, detail: wrong === 0 ? 'holds' : `${wrong} wrong: ${examples?.join('; ')}` };
}
