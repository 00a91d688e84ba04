import { type RawBuilder, sql } from 'kysely';
import type { AccountKind } from '#contract/ledger/ledger.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import { micros } from '#contract/money.ts';
import { decodeCursor, page } from '#server/infra/cursor.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { ACCOUNT_LABELS } from './labels.ts';
import type { Invariant } from './reconcile.ts';

export interface Reconciliation {
  at: Date;
  /** True for the nightly job, false for an admin's request. */
  nightly: boolean;
  ok: boolean;
  invariants: Invariant[];
}

/**
 * Returns the newest reconciliation that is complete, or that is running and has found a broken invariant;
 * null before the first.
 */
export async function latestReconciliation(db: Database | Tx): Promise<Reconciliation | null> {
  const row = await db
    .selectFrom('reconciliations')
    .select(['night', 'started_at', 'finished_at', 'invariants', 'broken'])
    .where((eb) => eb.or([eb('finished_at', 'is not', null), eb('broken', '>', 0)]))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    at: row.finished_at ?? row.started_at,
    nightly: row.night !== null,
    ok: row.broken === 0,
    invariants: row.invariants as unknown as Invariant[],
  };
}

/** Returns balances by kind of account, in the order of the chart of accounts, all from the same moment. */
export async function trialBalance(db: Database) {
  const { rows } = await sql<{ kind: AccountKind; accounts: number; debit: bigint; credit: bigint }>`
    select kind, count(*)::int as accounts,
      coalesce(-sum(balance_micros) filter (where balance_micros < 0), 0)::bigint as debit,
      coalesce(sum(balance_micros) filter (where balance_micros > 0), 0)::bigint as credit
    from ledger_accounts group by kind order by kind`.execute(db);
  const sum = (side: 'debit' | 'credit') => micros(rows.reduce((total, row) => total + row[side], 0n));
  const [debitMicros, creditMicros] = [sum('debit'), sum('credit')];
  return {
    rows: rows.map((row) => ({
      kind: row.kind,
      name: ACCOUNT_LABELS[row.kind],
      accounts: row.accounts,
      debitMicros: micros(row.debit),
      creditMicros: micros(row.credit),
    })),
    nextCursor: null,
    debitMicros,
    creditMicros,
    differenceMicros: micros(creditMicros - debitMicros),
  };
}

const nobody = sql`null::text`;
const username = sql`(select p.username from profiles p where p.user_id = a.owner_id)`;

/** SQL for the displayed owner of account `a` of each kind. */
const OWNERS: Record<AccountKind, RawBuilder<unknown>> = {
  clearing_test: nobody,
  clearing_bank: nobody,
  clearing_stripe: nobody,
  clearing_paypal: nobody,
  clearing_manual: nobody,
  platform_loss: nobody,
  platform_processor_fees: nobody,
  platform_rounding: nobody,
  platform_suspense: nobody,
  host: username,
  clipper_owed: username,
  clipper_pending: username,
  clipper_available: username,
  listing: sql`(select l.title from listings l where l.id = a.owner_id)`,
  clip_reserved: sql`(select l.title from submissions s join listings l on l.id = s.listing_id where s.id = a.owner_id)`,
  payout: sql`(select pr.username from payouts p join profiles pr on pr.user_id = p.clipper_id where p.id = a.owner_id)`,
};

/**
 * Lists the accounts of a kind by owner id. Kind and owner id are the primary key, so a page costs the same
 * among millions of accounts.
 */
export async function accountsOf(
  db: Database,
  { kind, all, cursor }: { kind: AccountKind; all: boolean; cursor?: string | undefined },
) {
  const from = decodeCursor(cursor);
  const { rows } = await sql<{ owner_id: string; owner: string | null; balance: bigint }>`
    select a.owner_id, ${OWNERS[kind]} as owner, a.balance_micros as balance
    from ledger_accounts a
    where a.kind = ${kind} ${all ? sql`` : sql`and a.balance_micros <> 0`}
      ${from ? sql`and a.owner_id > ${from.id}::uuid` : sql``}
    order by a.owner_id limit ${PAGE_ROWS + 1}`.execute(db);
  const cut = page(rows, PAGE_ROWS, (row) => ({ value: '', id: row.owner_id }));
  return {
    ...cut,
    rows: cut.rows.map((row) => ({
      ownerId: row.owner_id,
      owner: row.owner,
      balanceMicros: micros(row.balance),
    })),
  };
}
