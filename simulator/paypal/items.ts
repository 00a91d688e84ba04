import { centsToMicros, formatDecimal } from '#contract/money.ts';
import type { ItemState, PaypalBatch, PaypalItem, PaypalStep } from './state.ts';

const SECONDS = 1_000;
const DAYS = 86_400_000;
/** Days after which unclaimed payments are returned. */
const UNCLAIMED_DAYS = 30;

/** For each first word of a receiving address, the payment's states with the time since it was sent. */
const outcomes: Record<string, [afterMs: number, state: ItemState, error?: string][]> = {
  pending: [[2 * DAYS, 'SUCCESS']],
  onhold: [
    [20 * SECONDS, 'ONHOLD'],
    [3 * DAYS, 'SUCCESS'],
  ],
  unclaimed: [
    [20 * SECONDS, 'UNCLAIMED', 'RECEIVER_UNREGISTERED'],
    [UNCLAIMED_DAYS * DAYS, 'RETURNED', 'RECEIVER_UNREGISTERED'],
  ],
  claimed: [
    [20 * SECONDS, 'UNCLAIMED', 'RECEIVER_UNCONFIRMED'],
    [4 * DAYS, 'SUCCESS'],
  ],
  failed: [[20 * SECONDS, 'FAILED', 'RECEIVER_ACCOUNT_LOCKED']],
  blocked: [[20 * SECONDS, 'BLOCKED', 'REGULATORY_BLOCKED']],
  returned: [
    [20 * SECONDS, 'SUCCESS'],
    [3 * DAYS, 'RETURNED', 'RECEIVER_ACCOUNT_LOCKED'],
  ],
  refunded: [
    [20 * SECONDS, 'SUCCESS'],
    [5 * DAYS, 'REFUNDED'],
  ],
  reversed: [
    [20 * SECONDS, 'SUCCESS'],
    [10 * DAYS, 'REVERSED'],
  ],
};

/**
 * Returns a payment's states by its address. Addresses like unclaimed.ann@… or failed@… name the outcome; all
 * other payments are paid.
 */
export function stepsFor(receiver: string, sentAt: Date): PaypalStep[] {
  const word = /^[a-z]+/.exec(receiver.toLowerCase())?.[0] ?? '';
  const later = outcomes[word] ?? [[20 * SECONDS, 'SUCCESS'] as const];
  const first: PaypalStep = { at: sentAt.toISOString(), state: 'PENDING', error: null, tried: null };
  return [first, ...later.map(([ms, state, error]) => stepAt(new Date(sentAt.getTime() + ms), state, error))];
}

export const stepAt = (at: Date, state: ItemState, error?: string): PaypalStep => ({
  at: at.toISOString(),
  state,
  error: error ?? null,
  tried: 0,
});

export function stepNow(item: PaypalItem, now: Date): PaypalStep {
  const moment = now.toISOString();
  return item.steps.findLast(({ at }) => at <= moment) ?? item.steps[0]!;
}

/** Moves the item to this state now, and drops its planned states. */
export function moveItem(item: PaypalItem, state: ItemState, now: Date, error?: string): void {
  const moment = now.toISOString();
  item.steps = [...item.steps.filter(({ at }) => at <= moment), stepAt(now, state, error)];
}

/** Returns PayPal's fee: 2% of the payment, at most $20.00, and zero until the payment is processed. */
export function feeOf(item: PaypalItem, state: ItemState): string {
  if (state === 'PENDING' || state === 'FAILED' || state === 'BLOCKED') return '0.00';
  const cents = Math.min(Math.round(Number(item.value) * 2), 2_000);
  return formatDecimal(centsToMicros(cents));
}

/** Returns an item in PayPal's format, as of one of its steps. */
export function itemBody(batch: PaypalBatch, item: PaypalItem, step: PaypalStep): Record<string, unknown> {
  return {
    payout_item_id: item.id,
    ...(step.state === 'PENDING' ? {} : { transaction_id: item.transactionId }),
    transaction_status: step.state,
    payout_item_fee: { currency: 'USD', value: feeOf(item, step.state) },
    payout_batch_id: batch.id,
    sender_batch_id: batch.senderBatchId,
    payout_item: {
      recipient_type: 'EMAIL',
      amount: { currency: 'USD', value: item.value },
      note: item.note,
      receiver: item.receiver,
      sender_item_id: item.senderItemId,
    },
    ...(step.state === 'PENDING' ? {} : { time_processed: step.at }),
    ...(step.error ? { errors: { name: step.error, message: sentences[step.error] ?? step.error } } : {}),
  };
}

const sentences: Record<string, string> = {
  RECEIVER_UNREGISTERED: 'Receiver is unregistered',
  RECEIVER_UNCONFIRMED: 'Receiver has not confirmed the email address',
  RECEIVER_ACCOUNT_LOCKED: 'Receiver account is locked',
  REGULATORY_BLOCKED: 'The payment was blocked for a regulatory reason',
  CLOSED_MARKET: 'This country does not take payments',
};

export function batchStatus(batch: PaypalBatch, now: Date): string {
  if (batch.denied) return 'DENIED';
  const waiting = batch.items.some((item) => stepNow(item, now).state === 'PENDING');
  return waiting ? 'PENDING' : 'SUCCESS';
}
