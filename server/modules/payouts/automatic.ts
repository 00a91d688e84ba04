import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/** SQL: a payout (alias p) was returned from its clipper's current address (alias d of payout_addresses). */
const cameBack = sql<boolean>`(p.clipper_id = d.user_id and p.destination = d.email
    and (p.state = 'returned' or (p.state = 'failed' and p.item_state in ('RETURNED', 'REFUNDED', 'REVERSED')))
    and coalesce(p.returned_at, p.finished_at) >= d.set_at)`;

/**
 * SQL: a payout to this address (alias d of payout_addresses) was returned after the address was entered. The
 * weekly run skips the address until it changes, because each further payout would cost a fee and be returned
 * too. A withdrawal on request is still possible.
 */
export const isStopped = sql<boolean>`exists (select from payouts p where ${cameBack})`;

/**
 * SQL: weekly payouts wait because this payout (alias p) was returned and its clipper still has the same
 * address.
 */
export const stopsWeekly = sql<boolean>`exists (select from payout_addresses d where ${cameBack})`;

export const STOPPED =
  'Weekly payouts wait until you change your Payment Email in Settings, because a payment to it came back.';

/** Returns whether weekly payouts of a clipper wait for another address. */
export async function automaticIsStopped(db: Database | Tx, clipperId: AccountId): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`
    select ${isStopped} as stopped from payout_addresses d where d.user_id = ${clipperId}`.execute(db);
  return rows[0]?.stopped ?? false;
}
