import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { knownProblem } from '#server/modules/connections/connections.ts';

/**
 * Asks the platform whether a connected account still belongs to its user. Returns null if it does, otherwise
 * the reason as a sentence for that user.
 */
export type VerifyOwnership = (connectionId: string, now: Date) => Promise<string | null>;

const CENT = centsToMicros(1);

/** Returns the connected accounts whose clips earned the money of a payout. */
export async function accountsOfPayout(db: Database | Tx, payoutId: string): Promise<string[]> {
  const { rows } = await sql<{ connection_id: string }>`
    select distinct s.connection_id
    from payout_accruals k join submissions s on s.id = k.submission_id
    join connections c on c.id = s.connection_id and c.verified_by = 'oauth'
    where k.payout_id = ${payoutId} and k.freed_at is null
    order by s.connection_id`.execute(db);
  return rows.map(({ connection_id }) => connection_id);
}

/**
 * Returns the connected accounts whose clips earned a clipper's available balance; none when the balance is
 * below one cent.
 */
async function accountsOfBalance(db: Database | Tx, clipperId: AccountId): Promise<string[]> {
  const { rows } = await sql<{ connection_id: string }>`
    select distinct s.connection_id
    from accruals a join submissions s on s.id = a.submission_id
    join connections c on c.id = s.connection_id and c.verified_by = 'oauth'
    join ledger_accounts b on b.kind = 'clipper_available' and b.owner_id = a.clipper_id and b.balance_micros >= ${CENT}
    where a.clipper_id = ${clipperId} and a.available_micros > 0
    order by s.connection_id`.execute(db);
  return rows.map(({ connection_id }) => connection_id);
}

/** Returns the problem of the first account that has one; null when all accounts are verified. */
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

/**
 * Returns why the accounts behind a clipper's balance are not verified, as a sentence for the clipper; null
 * when they are verified. Asks no platform.
 */
export async function balanceProblem(db: Database | Tx, accountId: AccountId): Promise<string | null> {
  return await firstProblem(await accountsOfBalance(db, accountId), (id) => knownProblem(db, id));
}

/** Like `balanceProblem`, but asks the platforms. Call it outside any transaction. */
export async function verifyBalanceOwnership(
  { db, verifyOwnership }: { db: Database; verifyOwnership: VerifyOwnership },
  accountId: AccountId,
  now: Date,
): Promise<string | null> {
  return await firstProblem(await accountsOfBalance(db, accountId), (id) => verifyOwnership(id, now));
}
