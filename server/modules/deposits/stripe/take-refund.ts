import type Stripe from 'stripe';
import { centsToMicros, micros } from '#contract/money.ts';
import { SYSTEM } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { host, lock } from '#server/modules/ledger/ledger.ts';
import { failRefund, finishRefund } from '../finish-refund.ts';
import { unbook } from './apply-refunds.ts';
import { applyPayment, idOf, notePayment } from './payment.ts';

/**
 * Updates a refund from the processor's report. A refund that was made at the processor is noted, even before
 * its deposit is known.
 */
export async function takeRefund(tx: Tx, refund: Stripe.Refund, created: number, now: Date): Promise<void> {
  const intent = idOf(refund.payment_intent);
  if (!intent) return;
  await notePayment(tx, intent, now);
  const over = refund.status === 'failed' || refund.status === 'canceled';
  const reason = refund.failure_reason ?? refund.status ?? 'failed';
  if (over) await forgetTotal(tx, intent, new Date(created * 1000));
  const refundId = await ownRefund(tx, refund);
  if (over) await noteFailed(tx, intent, refund, { isNamed: refundId !== null, reason, now });
  if (!refundId) return over ? undefined : await noteForeign(tx, intent, refund, now);
  if (refund.status === 'succeeded') {
    await finishRefund(tx, { refundId, by: SYSTEM, reference: refund.id, now });
  }
  if (over) await failRefund(tx, { refundId, by: SYSTEM, reason, now });
}

/**
 * Finds our refund by the processor's id or, if the answer to the request was lost, by our id in its
 * metadata.
 */
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

/**
 * Notes a refund made at the processor once, and books the part that was not booked with the total. If a row
 * of the same amount was booked without a processor id, it then gets this refund's id.
 */
async function noteForeign(tx: Tx, intent: string, refund: Stripe.Refund, now: Date): Promise<void> {
  const amount_micros = centsToMicros(refund.amount);
  await tx
    .insertInto('processor_refunds')
    .values({ processor_id: refund.id, payment_intent: intent, amount_micros })
    .onConflict((oc) => oc.column('processor_id').doNothing())
    .execute();
  await applyPayment(tx, intent, now);
  const nameless = await tx
    .selectFrom('deposit_refunds as r')
    .innerJoin('card_payments as p', 'p.deposit_id', 'r.deposit_id')
    .select('r.id')
    .where('p.payment_intent', '=', intent)
    .where('r.cause', '=', 'processor')
    .where('r.state', '=', 'refunded')
    .where('r.processor_id', 'is', null)
    .where('r.amount_micros', '=', amount_micros)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('deposit_refunds as o').select('o.id').where('o.processor_id', '=', refund.id),
        ),
      ),
    )
    .orderBy('r.id')
    .executeTakeFirst();
  if (!nameless) return;
  await tx
    .updateTable('deposit_refunds')
    .set({ processor_id: refund.id, reference: refund.id })
    .where('id', '=', nameless.id)
    .execute();
}

/**
 * Marks a noted refund as failed. If the refund has its own row, that row is reversed; otherwise the amount
 * is reversed from rows without a processor id.
 */
async function noteFailed(
  tx: Tx,
  intent: string,
  refund: Stripe.Refund,
  { isNamed, reason, now }: { isNamed: boolean; reason: string; now: Date },
): Promise<void> {
  const failed = await tx
    .updateTable('processor_refunds')
    .set({ failed: true })
    .where('processor_id', '=', refund.id)
    .where('failed', '=', false)
    .returning('amount_micros')
    .executeTakeFirst();
  if (!failed || isNamed) return;
  const deposit = await tx
    .selectFrom('card_payments as p')
    .innerJoin('deposits as d', 'd.id', 'p.deposit_id')
    .select(['d.id', 'd.host_id'])
    .where('p.payment_intent', '=', intent)
    .executeTakeFirst();
  if (!deposit) return;
  await lock(tx, [host(deposit.host_id)]);
  const amountMicros = micros(failed.amount_micros);
  await unbook(tx, { depositId: deposit.id, hostId: deposit.host_id }, { amountMicros, reason, now });
}

/** Deletes the stored total, so that an older message with that total can't count the failed refund again. */
async function forgetTotal(tx: Tx, intent: string, asOf: Date): Promise<void> {
  await tx
    .updateTable('card_payments')
    .set({ refunded_micros: 0n, refunded_as_of: asOf })
    .where('payment_intent', '=', intent)
    .where(({ or, eb }) => or([eb('refunded_as_of', 'is', null), eb('refunded_as_of', '<=', asOf)]))
    .execute();
}
