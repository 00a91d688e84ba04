import { sql } from 'kysely';
import { centsToMicros } from '#contract/money.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { knownProblem } from '#server/modules/connections/connections.ts';
import type { ProveAccount } from './check-accounts.ts';

/** Less than that never leaves. */
const CENT = centsToMicros(1);

/**
 * The connected accounts whose clips earned what a person has of what was released until a moment: payouts that were asked
 * for before it took the oldest of it, and had their own accounts asked.
 */
export async function accountsBehind(db: Database | Tx, clipperId: string, until: Date): Promise<string[]> {
  const { rows } = await sql<{ connection_id: string }>`
    select distinct s.connection_id
    from (
      select s.connection_id, sum(a.amount_micros) over (order by a.released_at, a.submission_id, a.views_from) as upto
      from submissions s join accruals a on a.submission_id = s.id
      where s.clipper_id = ${clipperId} and a.state = 'released' and a.released_at <= ${until}
    ) s
    join connections c on c.id = s.connection_id and c.proof = 'oauth'
    where s.upto >= ${CENT} + coalesce((select sum(o.amount_micros) from payouts o
      where o.clipper_id = ${clipperId} and o.state in ('requested', 'processing', 'paid')
        and o.requested_at < ${until}), 0)
    order by s.connection_id`.execute(db);
  return rows.map(({ connection_id }) => connection_id);
}

/** What the first account that has one has against it; null when all are proved. */
export async function firstProblem(
  accounts: readonly string[],
  problemOf: (connectionId: string) => Promise<string | null>,
): Promise<string | null> {
  for (const connectionId of accounts) {
    const problem = await problemOf(connectionId);
    if (problem) return problem;
  }
  return null;
}

/** Why what a person has now can't be shown to be theirs, in words for them; null when it can. Asks no platform. */
export async function balanceProblem(db: Database | Tx, userId: string, now: Date): Promise<string | null> {
  return await firstProblem(await accountsBehind(db, userId, now), (id) => knownProblem(db, id));
}

/** The same, and asks the platforms, holding no transaction. */
export async function proveBalance(
  { db, proveAccount }: { db: Database; proveAccount: ProveAccount },
  userId: string,
  now: Date,
): Promise<string | null> {
  return await firstProblem(await accountsBehind(db, userId, now), (id) => proveAccount(id, now));
}
