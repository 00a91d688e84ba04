import { formatUsd, micros } from '#contract/money.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import {
  bookFailed,
  bookFee,
  bookPaid,
  bookReturned,
  type MovedPayout,
  movedColumns,
  notifyClipper,
} from '#server/modules/payouts/book-moves.ts';
import { lockBalancesOf } from '#server/modules/payouts/lock-balances.ts';
import { failureText, meaningOf } from '#server/modules/payouts/rules.ts';
import { isLateStatus, recordLateStatus } from './late-status.ts';
import type { PaypalItem } from './reply.ts';

interface LockedPayout extends MovedPayout {
  rail: string;
  state: string;
  item_state: string | null;
}

/**
 * Applies PayPal's status of an item, from a poll or a webhook, to its payout. A status only moves a payout
 * forward (pending, paid, returned), so it may arrive twice, late and in any order; the row is locked while
 * it is compared. A status of a payout that a person decided moves no money and is kept for an operator.
 * Returns a sentence for the operator if item and payout do not match.
 */
export async function applyItem(
  tx: Tx,
  batchId: string,
  item: PaypalItem,
  now: Date,
): Promise<string | null> {
  await lockBalancesOf(tx, item.payoutId);
  const payout = await tx
    .selectFrom('payouts')
    .select([...movedColumns, 'rail', 'state', 'item_state'])
    .where('id', '=', item.payoutId)
    .where('batch_id', '=', batchId)
    .forUpdate()
    .executeTakeFirst();
  if (!payout) return `PayPal names payout ${item.payoutId}, which is not in batch ${batchId}.`;
  if (item.amountMicros !== payout.amount_micros) {
    return `PayPal names another amount for payout ${payout.id} than was asked for.`;
  }
  const meaning = meaningOf(item.state);
  if (isLateStatus(payout, item.state)) await recordLateStatus(tx, payout, item.state, now);
  else if (meaning === 'waiting') await wait(tx, payout, item, now);
  else if (meaning === 'paid') await pay(tx, payout, item, now);
  else await comeBack(tx, payout, item, now);
  return null;
}

async function wait(tx: Tx, payout: LockedPayout, item: PaypalItem, now: Date): Promise<void> {
  if (payout.state !== 'processing' || payout.item_state === item.state) return;
  // After a later status, PENDING is an old message that arrived late.
  if (payout.item_state !== null && item.state === 'PENDING') return;
  await set(tx, payout, item, {});
  if (item.state !== 'UNCLAIMED') return;
  await notifyClipper(tx, payout, now, {
    kind: 'payout.unclaimed',
    title: 'Claim your payout',
    body: `PayPal holds ${formatUsd(micros(payout.amount_micros))} for ${payout.destination}. ${failureText(item.error ?? 'RECEIVER_UNREGISTERED')}`,
  });
}

async function pay(tx: Tx, payout: LockedPayout, item: PaypalItem, now: Date): Promise<void> {
  if (payout.state !== 'processing') return;
  const reference = item.transactionId ?? item.itemId;
  await set(tx, payout, item, { state: 'paid', finished_at: now, reference });
  await bookPaid(tx, payout, { rail: 'paypal', reference, now });
  if (item.feeMicros !== null) await bookFee(tx, payout.id, item.feeMicros, now);
  await writeAudit(tx, bySystem(now), 'payout.paid', 'payout', payout.id, { reference, fee: item.feeMicros });
}

async function comeBack(tx: Tx, payout: LockedPayout, item: PaypalItem, now: Date): Promise<void> {
  const reason = failureText(item.error ?? item.state);
  if (payout.state === 'processing') {
    await set(tx, payout, item, { state: 'failed', finished_at: now, failure: reason });
    await bookFailed(tx, payout, reason, now);
    await writeAudit(tx, bySystem(now), 'payout.failed', 'payout', payout.id, {
      providerStatus: item.error ?? item.state,
    });
  } else if (payout.state === 'paid') {
    await set(tx, payout, item, { state: 'returned', failure: reason, returned_at: now });
    await bookReturned(tx, payout, { rail: 'paypal', reason, now });
    await writeAudit(tx, bySystem(now), 'payout.returned', 'payout', payout.id, {
      providerStatus: item.error ?? item.state,
    });
  }
}

async function set(
  tx: Tx,
  { id }: LockedPayout,
  item: PaypalItem,
  change: {
    state?: 'paid' | 'failed' | 'returned';
    finished_at?: Date;
    returned_at?: Date;
    reference?: string;
    failure?: string;
  },
): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ item_id: item.itemId, item_state: item.state, ...change })
    .where('id', '=', id)
    .execute();
}
