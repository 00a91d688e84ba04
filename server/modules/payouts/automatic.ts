import { sql } from 'kysely';
import type { Database, Tx } from '#server/infra/transaction.ts';

/**
 * A payout to this address (alias d of payout_addresses) came back since it was entered: each further one would cost a fee
 * and come back too, so the weekly run sends nothing until the address changes. On request it can still be tried.
 */
export const isStopped = sql<boolean>`exists (
  select from payouts r where r.clipper_id = d.user_id and r.destination = d.email
    and (r.state = 'returned' or (r.state = 'failed' and r.item_state in ('RETURNED', 'REFUNDED', 'REVERSED')))
    and coalesce(r.returned_at, r.finished_at) >= d.set_at)`;

export const STOPPED =
  'Weekly payouts wait until you change your Payment Email in Settings, because a payment to it came back.';

/** Whether weekly payouts of a clipper wait for another address. */
export async function automaticIsStopped(db: Database | Tx, clipperId: string): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`
    select ${isStopped} as stopped from payout_addresses d where d.user_id = ${clipperId}`.execute(db);
  return rows[0]?.stopped ?? false;
}
