import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { DepositRail, DepositState } from '#contract/deposits/deposits.ts';
import type { Database } from '#server/infra/transaction.ts';

/** A deposit that funds a listing. */
export interface Source {
  depositId: string;
  rail: DepositRail;
  state: DepositState;
  reference: string;
  confirmedAt: Date;
}

/** An amount from one deposit, or from none if `source` is null. */
export interface Piece {
  source: Source | null;
  micros: bigint;
}

/**
 * Splits each listing's remaining funding into pieces of deposits, in the order in which they are spent.
 * First in, first out: all funding that a host's listings keep, in order, is assigned to the money that the
 * host's deposits keep, oldest first. So no cent of a deposit funds two listings. `funding-lots.ts` applies
 * the same rule to the balance.
 */
export async function fundingOf(db: Database, hostIds: AccountId[]): Promise<Map<string, Piece[]>> {
  const [lots, spent] = await Promise.all([readFundingLots(db, hostIds), readSpent(db, hostIds)]);
  const byListing = new Map<string, Piece[]>();
  for (const hostId of hostIds) {
    const pieces: Piece[] = lots.filter((lot) => lot.host_id === hostId).map(asPiece);
    let before = 0n;
    for (const { listing_id, micros } of spent.filter((one) => one.host_id === hostId)) {
      const own = byListing.get(listing_id) ?? [];
      byListing.set(listing_id, [...own, ...cutOut(pieces, before, micros)]);
      before += micros;
    }
  }
  return byListing;
}

/**
 * Cuts an amount out of consecutive pieces, starting at `from`. The part of the amount beyond the last piece
 * belongs to no deposit.
 */
export function cutOut(pieces: readonly Piece[], from: bigint, amount: bigint): Piece[] {
  const found: Piece[] = [];
  const add = (source: Source | null, micros: bigint) => {
    const last = found.at(-1);
    if (last && last.source?.depositId === source?.depositId) last.micros += micros;
    else found.push({ source, micros });
  };
  let at = 0n;
  let rest = amount;
  for (const { source, micros } of pieces) {
    at += micros;
    const here = at - (from + amount - rest);
    if (here <= 0n || rest === 0n) continue;
    const taken = here < rest ? here : rest;
    add(source, taken);
    rest -= taken;
  }
  if (rest > 0n) add(null, rest);
  return found;
}

interface FundingLot {
  id: string;
  host_id: AccountId;
  rail: DepositRail;
  state: DepositState;
  reference: string;
  confirmed_at: Date;
  micros: bigint;
}

const asPiece = ({ id, rail, state, reference, confirmed_at, micros }: FundingLot): Piece => ({
  source: { depositId: id, rail, state, reference, confirmedAt: confirmed_at },
  micros,
});

/**
 * Reads for each deposit the amount that its host received and did not return. Money that was spent before a
 * bank took it back is included.
 */
async function readFundingLots(db: Database, hostIds: AccountId[]): Promise<FundingLot[]> {
  const { rows } = await sql<FundingLot>`
    select d.id, d.host_id, d.rail, d.state, d.reference, d.confirmed_at, kept.micros
    from deposits d cross join lateral (
      select coalesce(sum(case when t.credit_kind = 'host' then t.amount_micros else -t.amount_micros end), 0)::bigint as micros
      from ledger_transfers t
      where t.kind in ('deposit.confirmed', 'deposit.refunded', 'deposit.refund_reversed', 'chargeback',
          'chargeback.reversed', 'loss.covered')
        and (t.subject_id = d.id or t.subject_id in (select r.id from deposit_refunds r where r.deposit_id = d.id))
        and (t.credit_kind = 'host' and t.credit_owner_id = d.host_id and t.debit_kind <> 'listing'
          or t.debit_kind = 'host' and t.debit_owner_id = d.host_id)
    ) kept
    where d.host_id = any(${hostIds}::uuid[]) and d.confirmed_at is not null and kept.micros > 0
    order by d.confirmed_at, d.id`.execute(db);
  return rows;
}

/**
 * Reads for each payment into a listing, in order, the amount that the listing keeps. Money that the listing
 * returned is taken from the newest payments.
 */
async function readSpent(
  db: Database,
  hostIds: AccountId[],
): Promise<{ listing_id: string; host_id: AccountId; micros: bigint }[]> {
  const { rows } = await sql<{ listing_id: string; host_id: AccountId; micros: bigint }>`
    with funding as (
      select l.id as listing_id, l.host_id, t.occurred_at, t.entry_id, t.amount_micros,
        sum(t.amount_micros) over (partition by l.id order by t.occurred_at, t.entry_id) - t.amount_micros as before,
        sum(t.amount_micros) over (partition by l.id) - coalesce((select sum(r.amount_micros) from ledger_transfers r
          where r.debit_kind = 'listing' and r.debit_owner_id = l.id and r.credit_kind = 'host'), 0) as kept
      from listings l
      join ledger_transfers t on t.credit_kind = 'listing' and t.credit_owner_id = l.id and t.debit_kind = 'host'
      where l.host_id = any(${hostIds}::uuid[])
    )
    select listing_id, host_id, least(amount_micros, kept - before)::bigint as micros from funding
    where kept > before order by occurred_at, entry_id, listing_id`.execute(db);
  return rows;
}
