import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { LedgerAccountKind } from '#db/types.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { isAdultAccount } from '#server/modules/accounts/accounts.ts';

export interface ClosingFacts {
  hostBalance: bigint;
  pendingMicros: bigint;
  available: bigint;
  owed: bigint;
  /** Remaining budget of removed listings. */
  frozen: bigint;
  /** Listings that are neither settled nor removed. */
  listings: number;
  deposits: number;
  disputes: number;
  refunds: number;
  /** Clips on this host's closed listings that may still free budget. */
  openClips: number;
  pending: number;
  earning: number;
  holds: number;
  appeals: number;
  payouts: number;
  address: boolean;
  adult: boolean;
}

/** Reads everything that keeps an account open: money, and work that may still become money. */
export async function readClosingFacts(
  db: Database | Tx,
  accountId: AccountId,
  now: Date,
): Promise<ClosingFacts> {
  return { ...(await readBalances(db, accountId)), ...(await readWork(db, accountId, now)) };
}

async function readBalances(db: Database | Tx, accountId: AccountId) {
  const accounts = await db
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance_micros'])
    .where('owner_id', '=', accountId)
    .where('kind', 'in', ['host', 'clipper_pending', 'clipper_available', 'clipper_owed'])
    .execute();
  const balance = (kind: LedgerAccountKind) =>
    accounts.find((one) => one.kind === kind)?.balance_micros ?? 0n;
  return {
    hostBalance: balance('host'),
    pendingMicros: balance('clipper_pending'),
    available: balance('clipper_available'),
    owed: -balance('clipper_owed'),
  };
}

type Work = Omit<ClosingFacts, 'hostBalance' | 'pendingMicros' | 'available' | 'owed'>;

async function readWork(db: Database | Tx, accountId: AccountId, now: Date): Promise<Work> {
  const { rows } = await sql<Work>`
    select ${isAdultAccount} as adult,
      exists (select from payout_addresses where user_id = u.id and usable_at <= ${now}) as address,
      (select coalesce(sum(a.balance_micros), 0)::bigint from listings l
        join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
        where l.host_id = u.id and l.state = 'removed') as frozen,
      (select count(*)::int from listings where host_id = u.id and state not in ('settled', 'removed')) as listings,
      (select count(*)::int from deposits where host_id = u.id and state = 'created') as deposits,
      (select count(*)::int from deposits where host_id = u.id and state = 'disputed') as disputes,
      (select count(*)::int from deposit_refunds r join deposits d on d.id = r.deposit_id
        where d.host_id = u.id and r.state in ('requested', 'refunding')) as refunds,
      (select count(*)::int from clip_earnings e join listings l on l.id = e.listing_id
        where l.host_id = u.id and l.state in ('settled', 'removed')
          and (e.state in ('accruing', 'appealed') or e.reserved_micros > 0 or exists (
            select from accruals a where a.submission_id = e.submission_id and a.state = 'pending'))) as "openClips",
      (select count(*)::int from submissions where clipper_id = u.id and status = 'pending') as pending,
      (select count(*)::int from submissions s left join clip_earnings e on e.submission_id = s.id
        where s.clipper_id = u.id and s.status = 'approved'
          and (e.state is null or e.state = 'accruing' or e.reserved_micros > 0)) as earning,
      (select count(*)::int from fraud_holds h join submissions s on s.id = h.submission_id
        where s.clipper_id = u.id and h.state in ('open', 'escalated')) as holds,
      (select count(*)::int from appeals where clipper_id = u.id and state in ('open', 'escalated')) as appeals,
      (select count(*)::int from payouts where clipper_id = u.id and state in ('requested', 'processing')) as payouts
    from accounts u where u.id = ${accountId}`.execute(db);
  const [work] = rows;
  if (!work) throw new Error(`Nobody has the id ${accountId}.`);
  return work;
}
