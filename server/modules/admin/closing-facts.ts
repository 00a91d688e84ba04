import { sql } from 'kysely';
import type { LedgerAccountKind } from '#db/types.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

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
export async function readClosingFacts(db: Database | Tx, userId: string, now: Date): Promise<ClosingFacts> {
  return {
    ...(await readBalances(db, userId)),
    ...(await readHost(db, userId)),
    ...(await readClipper(db, userId, now)),
  };
}

async function readBalances(db: Database | Tx, userId: string) {
  const accounts = await db
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance_micros'])
    .where('owner_id', '=', userId)
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

async function readHost(db: Database | Tx, userId: string) {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('listings as l')
        .innerJoin('ledger_accounts as a', (join) =>
          join.on('a.kind', '=', 'listing').onRef('a.owner_id', '=', 'l.id'),
        )
        .where('l.host_id', '=', userId)
        .where('l.state', '=', 'removed')
        .select((sum) => sql<bigint>`coalesce(sum(${sum.ref('a.balance_micros')}), 0)::bigint`.as('frozen'))
        .as('frozen'),
      eb
        .selectFrom('listings')
        .where('host_id', '=', userId)
        .where('state', 'not in', ['settled', 'removed'])
        .select(count)
        .as('listings'),
      eb
        .selectFrom('deposits')
        .where('host_id', '=', userId)
        .where('state', '=', 'created')
        .select(count)
        .as('deposits'),
      eb
        .selectFrom('deposits')
        .where('host_id', '=', userId)
        .where('state', '=', 'disputed')
        .select(count)
        .as('disputes'),
      eb
        .selectFrom('deposit_refunds as r')
        .innerJoin('deposits as d', 'd.id', 'r.deposit_id')
        .where('d.host_id', '=', userId)
        .where('r.state', 'in', ['requested', 'refunding'])
        .select(count)
        .as('refunds'),
      eb
        .selectFrom('clip_earnings as e')
        .innerJoin('listings as l', 'l.id', 'e.listing_id')
        .where('l.host_id', '=', userId)
        .where('l.state', 'in', ['settled', 'removed'])
        .where((or) =>
          or.or([
            or('e.state', 'in', ['accruing', 'appealed']),
            or('e.reserved_micros', '>', 0n),
            or.exists(
              or
                .selectFrom('accruals as a')
                .select('a.submission_id')
                .whereRef('a.submission_id', '=', 'e.submission_id')
                .where('a.state', '=', 'pending'),
            ),
          ]),
        )
        .select(count)
        .as('openClips'),
    ])
    .executeTakeFirstOrThrow();
  return { ...counted(row), frozen: row.frozen ?? 0n };
}

async function readClipper(db: Database | Tx, userId: string, now: Date) {
  const row = await db
    .selectFrom('users as u')
    .select((eb) => [
      sql<boolean>`u.age_confirmed_at is not null`.as('adult'),
      eb
        .exists(
          eb
            .selectFrom('payout_addresses')
            .select('user_id')
            .where('user_id', '=', userId)
            .where('usable_at', '<=', now),
        )
        .as('address'),
      eb
        .selectFrom('submissions')
        .where('clipper_id', '=', userId)
        .where('status', '=', 'pending')
        .select(count)
        .as('pending'),
      eb
        .selectFrom('submissions as s')
        .leftJoin('clip_earnings as e', 'e.submission_id', 's.id')
        .where('s.clipper_id', '=', userId)
        .where('s.status', '=', 'approved')
        .where((or) =>
          or.or([
            or('e.state', 'is', null),
            or('e.state', '=', 'accruing'),
            or('e.reserved_micros', '>', 0n),
          ]),
        )
        .select(count)
        .as('earning'),
      eb
        .selectFrom('fraud_holds as h')
        .innerJoin('submissions as s', 's.id', 'h.submission_id')
        .where('s.clipper_id', '=', userId)
        .where('h.state', 'in', ['open', 'escalated'])
        .select(count)
        .as('holds'),
      eb
        .selectFrom('appeals')
        .where('clipper_id', '=', userId)
        .where('state', 'in', ['open', 'escalated'])
        .select(count)
        .as('appeals'),
      eb
        .selectFrom('payouts')
        .where('clipper_id', '=', userId)
        .where('state', 'in', ['requested', 'processing'])
        .select(count)
        .as('payouts'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  const { adult, address, ...counts } = row;
  return { ...counted(counts), adult, address: Boolean(address) };
}

const count = sql<bigint>`count(*)`.as('count');

/** Converts the counts in a single row to numbers. */
const counted = <Key extends string>(row: Record<Key, bigint | null>): Record<Key, number> =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, Number(value ?? 0)])) as Record<
    Key,
    number
  >;
