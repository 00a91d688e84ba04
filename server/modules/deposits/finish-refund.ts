import { formatUsd, micros } from '#contract/money.ts';
import { type Doer, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { host, lock } from '#server/modules/ledger/ledger.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import type { DepositRail } from './find-deposit.ts';
import { moveRefundBack } from './move-refund.ts';

interface End {
  refundId: string;
  by: Doer;
  now: Date;
}

/** Marks a refund as arrived. Returns false if the refund is not under way. */
export async function finishRefund(
  tx: Tx,
  { refundId, by, reference, now }: End & { reference: string | null },
): Promise<boolean> {
  const done = await tx
    .updateTable('deposit_refunds')
    .set({ state: 'refunded', reference, due_at: null, finished_at: now })
    .where('id', '=', refundId)
    .where('state', '=', 'refunding')
    .returning(['deposit_id', 'amount_micros'])
    .executeTakeFirst();
  if (!done) return false;
  await notifyHost(tx, done, { refundId, by, now }, 'refund.refunded', (usd) => ({
    title: 'Refund sent',
    body: `${usd} went back to where it came from. A bank can take up to 10 days to show it.`,
  }));
  return true;
}

/**
 * Marks a refund as failed and returns its amount to the balance. Another try is a new refund with its own
 * idempotency key. A refund that arrived can fail too, because banks return money days later. Returns false
 * if the refund failed before.
 */
export async function failRefund(
  tx: Tx,
  { refundId, by, reason, now }: End & { reason: string },
): Promise<boolean> {
  const known = await tx
    .selectFrom('deposit_refunds as r')
    .innerJoin('deposits as d', 'd.id', 'r.deposit_id')
    .select(['d.host_id', 'd.rail'])
    .where('r.id', '=', refundId)
    .executeTakeFirst();
  if (!known) return false;
  await lock(tx, [host(known.host_id)]);
  const failed = await tx
    .updateTable('deposit_refunds')
    .set({ state: 'refund_failed', failure: reason, due_at: null, finished_at: now })
    .where('id', '=', refundId)
    .where('state', 'in', ['refunding', 'refunded'])
    .returning(['deposit_id', 'amount_micros', 'loss_micros'])
    .executeTakeFirst();
  if (!failed) return false;
  const amountMicros = micros(failed.amount_micros);
  await moveRefundBack(
    tx,
    {
      id: refundId,
      depositId: failed.deposit_id,
      rail: known.rail as DepositRail,
      hostId: known.host_id,
      amountMicros,
      now,
    },
    micros(failed.loss_micros),
  );
  await notifyHost(tx, failed, { refundId, by, now }, 'refund.failed', (usd) => ({
    title: 'Refund failed',
    body: `We could not send ${usd} back. It is on your balance again: request the refund once more, or contact support.`,
  }));
  return true;
}

/** Declines a requested refund. The request had moved no money, so nothing is returned. */
export async function declineRefund(
  tx: Tx,
  { refundId, by, reason, now }: End & { reason: string },
): Promise<boolean> {
  const declined = await tx
    .updateTable('deposit_refunds')
    .set({ state: 'declined', failure: reason, finished_at: now })
    .where('id', '=', refundId)
    .where('state', '=', 'requested')
    .returning(['deposit_id', 'amount_micros'])
    .executeTakeFirst();
  if (!declined) return false;
  await notifyHost(tx, declined, { refundId, by, now }, 'refund.declined', (usd) => ({
    title: 'Refund declined',
    body: `Your request to send ${usd} back was declined: ${reason}`,
  }));
  return true;
}

async function notifyHost(
  tx: Tx,
  refund: { deposit_id: string; amount_micros: bigint },
  { refundId, by, now }: End,
  action: `refund.${'refunded' | 'failed' | 'declined'}`,
  texts: (usd: string) => { title: string; body: string },
): Promise<void> {
  const { deposit_id: depositId, amount_micros: amountMicros } = refund;
  await writeAudit(tx, { at: now, ...by }, action, 'refund', refundId, { depositId, amountMicros });
  const { host_id: accountId } = await tx
    .selectFrom('deposits')
    .select('host_id')
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow();
  await notify(
    tx,
    { accountId, kind: action, link: '/host/budget', ...texts(formatUsd(micros(amountMicros))) },
    now,
  );
}
