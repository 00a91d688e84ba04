import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { failRefund } from '../finish-refund.ts';
import { bookedRefunds, moveRefund } from '../move-refund.ts';

interface Paid {
  intent: string;
  depositId: string;
  hostId: AccountId;
  amountMicros: Micros;
  /** The newest total that the processor reported. */
  refundedMicros: Micros;
}

/**
 * Books refunds that were made at the processor and not here. The processor reports each refund and the total
 * so far, in any order. The larger of the total and the sum of the refunds is correct; adding them would
 * count refunds twice.
 */
export async function applyRefunds(tx: Tx, payment: Paid, now: Date): Promise<void> {
  const { rows } = await sql<{ each: bigint }>`
    select (
      (select coalesce(sum(amount_micros), 0) from processor_refunds
        where payment_intent = ${payment.intent} and not failed)
      + (select coalesce(sum(amount_micros), 0) from deposit_refunds
        where deposit_id = ${payment.depositId} and cause <> 'processor' and state in ('refunding', 'refunded'))
    )::bigint as each`.execute(tx);
  const known = rows[0]!.each > payment.refundedMicros ? rows[0]!.each : payment.refundedMicros;
  const wanted = known < payment.amountMicros ? known : payment.amountMicros;
  const missing = micros(wanted - (await bookedRefunds(tx, payment.depositId)));
  if (missing > ZERO_MICROS) await book(tx, payment, missing, now);
}

async function book(
  tx: Tx,
  { depositId, hostId }: Pick<Paid, 'depositId' | 'hostId'>,
  amountMicros: Micros,
  now: Date,
): Promise<void> {
  const id = newId();
  await tx
    .insertInto('deposit_refunds')
    .values({
      id,
      deposit_id: depositId,
      amount_micros: amountMicros,
      state: 'refunded',
      cause: 'processor',
      created_at: now,
      finished_at: now,
    })
    .execute();
  await moveRefund(tx, { id, depositId, rail: 'stripe', hostId, amountMicros, now });
}

/**
 * Reverses a refund that was made at the processor and failed, and has no row with its id. Marks rows of such
 * refunds without a processor id as failed, up to the same amount.
 */
export async function unbook(
  tx: Tx,
  deposit: Pick<Paid, 'depositId' | 'hostId'>,
  failed: { amountMicros: Micros; reason: string; now: Date },
): Promise<void> {
  const { reason, now } = failed;
  const rows = await tx
    .selectFrom('deposit_refunds')
    .select(['id', 'amount_micros'])
    .where('deposit_id', '=', deposit.depositId)
    .where('cause', '=', 'processor')
    .where('processor_id', 'is', null)
    .where('state', 'in', ['refunding', 'refunded'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  let undone = 0n;
  for (const { id, amount_micros } of rows) {
    if (undone >= failed.amountMicros) break;
    await failRefund(tx, { refundId: id, by: { actorId: null, actorKind: 'system' }, reason, now });
    undone += amount_micros;
  }
  if (undone > failed.amountMicros) await book(tx, deposit, micros(undone - failed.amountMicros), now);
}
