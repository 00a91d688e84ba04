import type Stripe from 'stripe';
import { centsToMicros } from '#contract/money.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { host, lock } from '#server/modules/ledger/ledger.ts';
import { failRefund, finishRefund } from '../finish-refund.ts';
import { bookedRefunds, moveRefund } from '../move-refund.ts';
import { idOf, notePayment } from './payment.ts';

const SYSTEM = { actorId: null, actorKind: 'system' } as const;

/**
 * Brings a refund to what the processor says of it. One that was made at the processor, not here, gets its row; until
 * its deposit is known the charge's total stands for it.
 */
export async function takeRefund(tx: Tx, refund: Stripe.Refund, created: number, now: Date): Promise<void> {
  const intent = idOf(refund.payment_intent);
  if (!intent) return;
  await notePayment(tx, intent, now);
  const over = refund.status === 'failed' || refund.status === 'canceled';
  const refundId =
    (await ownRefund(tx, refund)) ?? (over ? null : await foreignRefund(tx, intent, refund, now));
  if (over) await forgetTotal(tx, intent, new Date(created * 1000));
  if (!refundId) return;
  if (refund.status === 'succeeded') {
    await finishRefund(tx, { refundId, by: SYSTEM, reference: refund.id, now });
  }
  if (over) {
    const reason = refund.failure_reason ?? refund.status ?? 'failed';
    await failRefund(tx, { refundId, by: SYSTEM, reason, now });
  }
}

/** By the processor's id, or by ours that went with the request, when the answer to it was lost. */
async function ownRefund(tx: Tx, { id, metadata }: Stripe.Refund): Promise<string | null> {
  const known = await tx
    .selectFrom('deposit_refunds')
    .select('id')
    .where('processor_id', '=', id)
    .executeTakeFirst();
  if (known) return known.id;
  const ours = metadata?.refundId ?? '';
  if (!/^[0-9a-f-]{36}$/.test(ours)) return null;
  const row = await tx
    .updateTable('deposit_refunds')
    .set({ processor_id: id })
    .where('id', '=', ours)
    .where('processor_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A refund made at the processor: the row that the charge's total made for it, or a new one. */
async function foreignRefund(
  tx: Tx,
  intent: string,
  refund: Stripe.Refund,
  now: Date,
): Promise<string | null> {
  const deposit = await tx
    .selectFrom('card_payments as p')
    .innerJoin('deposits as d', 'd.id', 'p.deposit_id')
    .select(['d.id', 'd.host_id', 'd.amount_micros'])
    .where('p.payment_intent', '=', intent)
    .where('d.state', 'in', ['confirmed', 'disputed', 'charged_back'])
    .executeTakeFirst();
  if (!deposit) return null;
  await lock(tx, [host(deposit.host_id)]);
  const amountMicros = centsToMicros(refund.amount);
  const nameless = await tx
    .selectFrom('deposit_refunds')
    .select(['id', 'amount_micros'])
    .where('deposit_id', '=', deposit.id)
    .where('cause', '=', 'processor')
    .where('processor_id', 'is', null)
    .where('amount_micros', '>=', amountMicros)
    .orderBy('amount_micros')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  // One total can stand for several refunds: they are booked by it.
  if (nameless && nameless.amount_micros > amountMicros) return null;
  if (nameless) {
    const named = { processor_id: refund.id };
    await tx.updateTable('deposit_refunds').set(named).where('id', '=', nameless.id).execute();
    return nameless.id;
  }
  if ((await bookedRefunds(tx, deposit.id)) + amountMicros > deposit.amount_micros) return null;
  const id = newId();
  await tx
    .insertInto('deposit_refunds')
    .values({
      id,
      deposit_id: deposit.id,
      amount_micros: amountMicros,
      state: 'refunding',
      cause: 'processor',
      processor_id: refund.id,
      created_at: now,
    })
    .execute();
  await moveRefund(tx, { id, rail: 'stripe', hostId: deposit.host_id, amountMicros, now });
  return id;
}

/** What failed counts no longer: a message about the total from before that moment must not bring it back. */
async function forgetTotal(tx: Tx, intent: string, asOf: Date): Promise<void> {
  await tx
    .updateTable('card_payments')
    .set({ refunded_micros: 0n, refunded_as_of: asOf })
    .where('payment_intent', '=', intent)
    .where(({ or, eb }) => or([eb('refunded_as_of', 'is', null), eb('refunded_as_of', '<=', asOf)]))
    .execute();
}
