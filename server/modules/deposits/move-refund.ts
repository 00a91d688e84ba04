import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { balanceOf, clearing, host, lock, loss, post, type Transfer } from '#server/modules/ledger/ledger.ts';
import { isClosed, reclaimSuspense, sweepClosed } from '#server/modules/suspense/suspense.ts';
import { type DepositRail, findDeposit } from './find-deposit.ts';

/** Sums the refunds of a deposit that arrived or are under way. */
export async function bookedRefunds(tx: Tx, depositId: string): Promise<Micros> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount_micros), 0)::bigint as sum from deposit_refunds
    where deposit_id = ${depositId} and state in ('refunding', 'refunded')`.execute(tx);
  return micros(rows[0]!.sum);
}

/**
 * Splits an amount into the part that the host's balance still has and the part that is a loss. Locks the
 * balance. If the host has left, first returns the host's suspense money to the balance; the caller then
 * moves what is left back to suspense with `sweepAfter`.
 */
export async function fromHostFirst(
  tx: Tx,
  { depositId, hostId, amountMicros, now }: Pick<Move, 'depositId' | 'hostId' | 'amountMicros' | 'now'>,
): Promise<{ hostMicros: Micros; lossMicros: Micros }> {
  await lock(tx, [host(hostId)]);
  if (await isClosed(tx, hostId)) {
    await reclaimSuspense(tx, host(hostId), now, { wanted: amountMicros, subjectId: depositId });
  }
  const balance = await balanceOf(tx, host(hostId));
  const hostMicros = balance < amountMicros ? balance : amountMicros;
  return { hostMicros, lossMicros: micros(amountMicros - hostMicros) };
}

interface Move {
  id: string;
  depositId: string;
  rail: DepositRail;
  hostId: AccountId;
  amountMicros: Micros;
  now: Date;
}

/**
 * Takes a refund out of the host's balance. If the processor paid back money that the host had already spent,
 * that part is a loss.
 */
export async function moveRefund(
  tx: Tx,
  { id, depositId, rail, hostId, amountMicros, now }: Move,
): Promise<void> {
  const { hostMicros, lossMicros } = await fromHostFirst(tx, { depositId, hostId, amountMicros, now });
  const to = { credit: clearing(rail), subjectId: id };
  const posted = await post(tx, {
    key: `refund:${id}`,
    kind: 'deposit.refunded',
    occurredAt: now,
    transfers: above([
      { debit: host(hostId), amountMicros: hostMicros, ...to },
      { debit: loss, amountMicros: lossMicros, ...to },
    ]),
  });
  if (posted !== 'posted') throw new Error(`refund ${id} was not posted: ${posted}`);
  await sweepAfter(tx, { cause: 'closed_account', rail, hostId, depositId, now });
  if (lossMicros > ZERO_MICROS) {
    await tx.updateTable('deposit_refunds').set({ loss_micros: lossMicros }).where('id', '=', id).execute();
  }
}

/** Reverses a refund that did not arrive. The balance and the loss each get their part back. */
export async function moveRefundBack(
  tx: Tx,
  { id, depositId, rail, hostId, amountMicros, now }: Move,
  lossMicros: Micros,
): Promise<void> {
  const from = { debit: clearing(rail), subjectId: id };
  const posted = await post(tx, {
    key: `refund.reversed:${id}`,
    kind: 'deposit.refund_reversed',
    occurredAt: now,
    transfers: above([
      { credit: host(hostId), amountMicros: micros(amountMicros - lossMicros), ...from },
      { credit: loss, amountMicros: lossMicros, ...from },
    ]),
  });
  if (posted !== 'posted') throw new Error(`refund ${id} was not reversed: ${posted}`);
  await sweepAfter(tx, { cause: 'refund_failed', rail, hostId, depositId, now });
}

/** Moves money on the balance of a host who has left into suspense, after a movement of a deposit. */
export async function sweepAfter(
  tx: Tx,
  moved: Pick<Move, 'rail' | 'hostId' | 'depositId' | 'now'> & {
    cause: 'refund_failed' | 'dispute_won' | 'closed_account';
  },
): Promise<void> {
  const { cause, rail, hostId, depositId, now } = moved;
  const deposit = await findDeposit(tx, depositId);
  const reference = deposit?.reference ?? depositId;
  await sweepClosed(tx, host(hostId), { cause, rail, reference, subjectId: depositId }, now);
}

export const above = (transfers: Transfer[]): Transfer[] =>
  transfers.filter(({ amountMicros }) => amountMicros > ZERO_MICROS);
