import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { PLATFORM_OWNER } from '#contract/ledger/ledger.ts';
import { type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import type { LedgerAccountKind } from '#db/types.ts';
import type { Module } from '#server/http/module.ts';
import type { Clock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { prepared } from '#server/infra/prepared.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { ledgerMetrics } from './health.ts';
import { movementName } from './labels.ts';
import { nightlyReconciliation } from './nightly-reconciliation.job.ts';
import type { ReconciliationDeps } from './record-reconciliation.ts';
import { registerLedgerRoutes } from './routes.ts';
import { isMovement, type MovementKind, type MovementOf } from './rules.ts';
import { registerStatementRoutes } from './statement-routes.ts';

export { drawStatement } from './draw-statement.ts';
export { exportHledger } from './export-hledger.ts';
export { ledgerCheck } from './health.ts';
export { listMovements, type Place, placeCursor } from './list-movements.ts';
export { type DaySpending, listSpending, type SpendingWay } from './list-spending.ts';
export { reconcile } from './reconcile.ts';
export type { MovementKind, MovementOf };
export { movementName };

/** Reconciles the ledger nightly and on demand, and shows the results. */
export const createLedgerModule = (deps: ReconciliationDeps & { clock: Clock }): Module => ({
  name: 'ledger',
  routes: (api) => {
    registerLedgerRoutes(api, deps);
    registerStatementRoutes(api);
  },
  jobs: [nightlyReconciliation(deps)],
  metrics: ledgerMetrics(deps.db),
});

export interface LedgerAccount {
  kind: LedgerAccountKind;
  ownerId: string;
}

const account =
  <Kind extends LedgerAccountKind>(kind: Kind) =>
  (ownerId: string) => ({ kind, ownerId });
/** Makes the ledger accounts that belong to the account of a host or clipper, and to nothing else. */
const ownAccount =
  <Kind extends LedgerAccountKind>(kind: Kind) =>
  (ownerId: AccountId) => ({ kind, ownerId });

export const host = ownAccount('host');
export const listing = account('listing');
export const clipReserved = account('clip_reserved');
export const clipperPending = ownAccount('clipper_pending');
export const clipperAvailable = ownAccount('clipper_available');
/** A clipper's debt, as a negative balance. */
export const clipperOwed = ownAccount('clipper_owed');
export const payoutAccount = account('payout');
/** Amounts below a cent, left over when an account closes. */
export const rounding: LedgerAccount = { kind: 'platform_rounding', ownerId: PLATFORM_OWNER };
/** Money without a known owner, until a person finds the owner. The rows of suspense_items add up to it. */
export const suspense: LedgerAccount = { kind: 'platform_suspense', ownerId: PLATFORM_OWNER };
/** Losses that the platform takes: chargebacks and written-off debts. */
export const loss: LedgerAccount = { kind: 'platform_loss', ownerId: PLATFORM_OWNER };
/** Processor fees, which are the platform's expense. */
export const processorFees: LedgerAccount = { kind: 'platform_processor_fees', ownerId: PLATFORM_OWNER };
export type Rail = 'test' | 'bank' | 'stripe' | 'paypal' | 'manual';
export const clearing = (rail: Rail): LedgerAccount => ({
  kind: `clearing_${rail}`,
  ownerId: PLATFORM_OWNER,
});

export interface Transfer {
  debit: LedgerAccount;
  credit: LedgerAccount;
  /** Always above zero. */
  amountMicros: Micros;
  /** The reason for the transfer: the id of a deposit, listing, submission, hold or payout. */
  subjectId: string;
}

export interface Entry {
  /** Names the effect, not the attempt. A key moves money only once, ever. */
  key: string;
  kind: MovementKind;
  occurredAt: Date;
  transfers: readonly Transfer[];
}

/**
 * posted: the money moved. replayed: an earlier call with the same key and content has moved the money.
 * key_reused: the key belongs to another request. insufficient: an account would fall below zero, so nothing
 * moved.
 */
export type PostResult = 'posted' | 'replayed' | 'key_reused' | 'insufficient';

/**
 * Moves all transfers of the entry or none, in the caller's transaction. @throws RangeError when rules.ts
 * does not allow the movement, which is a programming error
 */
export async function post(tx: Tx, entry: Entry): Promise<PostResult> {
  checkEntry(entry);
  const { rows } = await sql<{ result: PostResult }>`${prepared} select ${
    entry.transfers.length === 1 ? one(entry, entry.transfers[0]!) : many(entry)
  } as result`.execute(tx);
  return rows[0]!.result;
}

const one = (entry: Entry, { debit, credit, amountMicros, subjectId }: Transfer) => sql`ledger_transfer(
  ${newId()}, ${entry.key}, ${hashEntry(entry)}, ${entry.kind}, ${entry.occurredAt},
  ${debit.kind}, ${debit.ownerId}, ${credit.kind}, ${credit.ownerId}, ${amountMicros}, ${subjectId})`;

function many(entry: Entry): RawBuilder<unknown> {
  const column = <T>(pick: (transfer: Transfer) => T): T[] => entry.transfers.map(pick);
  return sql`ledger_post(
    ${newId()}, ${entry.key}, ${hashEntry(entry)}, ${entry.kind}, ${entry.occurredAt},
    ${column((t) => t.debit.kind)}, ${column((t) => t.debit.ownerId)},
    ${column((t) => t.credit.kind)}, ${column((t) => t.credit.ownerId)},
    ${column((t) => t.amountMicros)}, ${column((t) => t.subjectId)})`;
}

/**
 * Posts lines that the caller's statement computes: a fragment to select from rows with the columns
 * debit_kind, debit_owner_id, credit_kind, credit_owner_id, amount_micros and subject_id. Its value is null
 * when there are no rows. The entry's key is the entry's id. The entry is posted only once, because the same
 * statement changes the state that caused it.
 */
export function postRows(entry: {
  id: string;
  kind: MovementKind;
  occurredAt: Date;
}): RawBuilder<PostResult> {
  const key = `${entry.kind}:${entry.id}`;
  return sql<PostResult>`case when count(*) > 0 then ledger_post(
    ${entry.id}, ${key}, ${createHash('sha256').update(key).digest()}, ${entry.kind}, ${entry.occurredAt},
    array_agg(debit_kind::ledger_account_kind), array_agg(debit_owner_id),
    array_agg(credit_kind::ledger_account_kind), array_agg(credit_owner_id),
    array_agg(amount_micros), array_agg(subject_id)) end`;
}

/** Locks these accounts until the transaction ends, for callers that compute an amount from a balance. */
export async function lock(tx: Tx, accounts: readonly LedgerAccount[]): Promise<void> {
  await sql`${prepared} select ledger_lock(${accounts.map((a) => a.kind)}, ${accounts.map((a) => a.ownerId)})`.execute(
    tx,
  );
}

/** Returns the balance of an account; zero if it was never used. */
export async function balanceOf(db: Database | Tx, { kind, ownerId }: LedgerAccount): Promise<Micros> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('balance_micros')
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row ? micros(row.balance_micros) : ZERO_MICROS;
}

function checkEntry({ key, kind, transfers }: Entry): void {
  if (transfers.length === 0) throw new RangeError(`entry ${key} moves nothing`);
  for (const { debit, credit, amountMicros } of transfers) {
    if (amountMicros <= 0n) throw new RangeError(`entry ${key} moves ${amountMicros} micro-dollars`);
    if (!isMovement(kind, debit.kind, credit.kind)) {
      throw new RangeError(`${kind} does not run from ${debit.kind} to ${credit.kind}`);
    }
  }
}

/** Requests are the same if they move the same money the same way, at whatever time. */
function hashEntry({ kind, transfers }: Entry): Buffer {
  const hash = createHash('sha256').update(kind);
  for (const { debit, credit, amountMicros, subjectId } of transfers) {
    hash.update(
      `\n${debit.kind} ${debit.ownerId} ${credit.kind} ${credit.ownerId} ${amountMicros} ${subjectId}`,
    );
  }
  return hash.digest();
}
