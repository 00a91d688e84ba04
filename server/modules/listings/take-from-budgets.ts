import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { host, listing, lock, loss, post } from '#server/modules/ledger/ledger.ts';
import { shareOut } from './rules.ts';

interface Recovery {
  /** Idempotency key of the ledger transfers. */
  key: string;
  hostId: AccountId;
  /** The deposit that was charged back. */
  depositId: string;
  /** The amount booked as a loss. */
  amountMicros: Micros;
  now: Date;
}

/**
 * Locks the host's balance and the accounts of all the host's listings until the transaction ends. Returns
 * the listings' ids.
 */
export async function lockBudgets(tx: Tx, hostId: AccountId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from listings l join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
    where l.host_id = ${hostId} order by l.id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await lock(tx, [host(hostId), ...ids.map(listing)]);
  return ids;
}

/**
 * Covers the loss of a charged-back payment from the host's remaining money: first from the balance, then
 * from the free budgets of all listings in proportion to them. Returns the amount that was taken. The caller
 * has locked the accounts with `lockBudgets`.
 */
export async function takeFromBudgets(tx: Tx, recovery: Recovery): Promise<Micros> {
  const { key, hostId, depositId, amountMicros, now } = recovery;
  const { rows } = await sql<{ kind: 'host' | 'listing'; id: string; balance_micros: bigint }>`
    select kind, owner_id as id, balance_micros from ledger_accounts
    where balance_micros > 0 and (kind = 'host' and owner_id = ${hostId}
      or kind = 'listing' and owner_id in (select id from listings where host_id = ${hostId}))
    order by kind, owner_id`.execute(tx);
  const atHand = rows.find(({ kind }) => kind === 'host')?.balance_micros ?? 0n;
  const fromHost = atHand < amountMicros ? atHand : amountMicros;
  const budgets = rows.filter(({ kind }) => kind === 'listing');
  const shares = shareOut(
    amountMicros - fromHost,
    budgets.map((budget) => budget.balance_micros),
  );
  const taken = budgets
    .map(({ id }, at) => ({ id, amount: shares[at]! }))
    .filter(({ amount }) => amount > 0n);
  const total = taken.reduce((sum, { amount }) => sum + amount, fromHost);
  if (total === 0n) return ZERO_MICROS;
  if (taken.length > 0) {
    const ids = taken.map(({ id }) => id);
    await tx
      .updateTable('listings')
      .set((eb) => ({ remainder_returns: eb('remainder_returns', '+', 1) }))
      .where('id', 'in', ids)
      .execute();
  }
  const posted = await post(tx, {
    key,
    kind: 'loss.covered',
    occurredAt: now,
    transfers: [
      ...taken.map(({ id, amount }) => ({
        debit: listing(id),
        credit: host(hostId),
        amountMicros: micros(amount),
        subjectId: depositId,
      })),
      { debit: host(hostId), credit: loss, amountMicros: micros(total), subjectId: depositId },
    ],
  });
  if (posted !== 'posted') throw new Error(`the loss of deposit ${depositId} was not covered: ${posted}`);
  return micros(total);
}
