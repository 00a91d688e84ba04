import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/**
 * Selects the unspent part of each of a host's deposits (columns id, unspent_micros). The oldest money is
 * spent first, so the balance consists of the newest money: it fills the deposits from the newest backwards,
 * each up to its amount minus refunds. Money that a listing returns therefore refills the newest deposit that
 * was spent from.
 */
export const fundingLotsOf = (hostId: AccountId) => sql<{ id: string; unspent_micros: bigint }>`
  select id, greatest(0, least(rest, balance - (upto - rest)))::bigint as unspent_micros from (
    select d.id, r.rest, sum(r.rest) over (order by d.confirmed_at desc, d.id desc) as upto,
      coalesce((select balance_micros from ledger_accounts where kind = 'host' and owner_id = ${hostId}), 0) as balance
    from deposits d cross join lateral (
      select d.amount_micros - coalesce(sum(f.amount_micros), 0)::bigint as rest from deposit_refunds f
      where f.deposit_id = d.id and f.state in ('refunding', 'refunded')
    ) r
    where d.host_id = ${hostId} and d.state = 'confirmed'
  ) funding_lots`;

/** Returns the unspent part of one deposit. A caller that acts on it holds the lock on the host's balance. */
export async function unspentOf(db: Database | Tx, hostId: AccountId, depositId: string): Promise<Micros> {
  const { rows } = await sql<{ unspent_micros: bigint }>`
    select unspent_micros from (${fundingLotsOf(hostId)}) l where id = ${depositId}`.execute(db);
  return rows[0] ? micros(rows[0].unspent_micros) : ZERO_MICROS;
}
