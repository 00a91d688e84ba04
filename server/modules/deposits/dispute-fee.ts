import { micros } from '#contract/money.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { clearing, post, processorFees } from '#server/modules/ledger/ledger.ts';

/**
 * Books a payment's dispute fees, minus fees that the processor returned, as the platform's expense. The
 * caller holds the lock on the host's balance, so concurrent messages are booked one after the other.
 */
export async function bookDisputeFees(
  tx: Tx,
  { intent, depositId }: { intent: string; depositId: string },
  now: Date,
): Promise<void> {
  const disputes = await tx
    .selectFrom('deposit_disputes')
    .select(['id', 'fee_micros', 'fee_returned_micros', 'booked_fee_micros', 'fee_moves'])
    .where('payment_intent', '=', intent)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, fee_micros, fee_returned_micros, booked_fee_micros, fee_moves } of disputes) {
    const wanted = fee_micros - fee_returned_micros;
    const more = wanted - booked_fee_micros;
    if (more === 0n) continue;
    const outside = clearing('stripe');
    const way =
      more > 0n ? { debit: processorFees, credit: outside } : { debit: outside, credit: processorFees };
    const amountMicros = micros(more > 0n ? more : -more);
    const posted = await post(tx, {
      key: `dispute.fee:${id}:${fee_moves + 1}`,
      kind: more > 0n ? 'dispute.fee' : 'dispute.fee_returned',
      occurredAt: now,
      transfers: [{ ...way, amountMicros, subjectId: depositId }],
    });
    if (posted !== 'posted') throw new Error(`the fee of dispute ${id} was not posted: ${posted}`);
    const booked = { booked_fee_micros: wanted, fee_moves: fee_moves + 1 };
    await tx.updateTable('deposit_disputes').set(booked).where('id', '=', id).execute();
  }
}
