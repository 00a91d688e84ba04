import { after, DAY } from '#server/infra/clock.ts';
import type { createPaypalClient, PaypalTransaction } from '#server/modules/payouts/payouts.ts';
import { failed, type OutsideLine, type Problem, type Reading, withFee } from './outside-line.ts';
import { readAmount } from './read-amount.ts';
import { readMoment } from './read-moment.ts';
import { isDone, isHold, isPaypalTransfer } from './read-paypal.ts';

type PaypalClient = ReturnType<typeof createPaypalClient>;

/** The longest period that PayPal accepts in a request. */
const WINDOW = 31 * DAY;
/** A transaction older than this has its final state, because a payment can be claimed for 30 days. */
const DECIDED_WITHIN = 35 * DAY;

/** Fetches PayPal's transactions of a period. Returns null if PayPal does not answer. */
export async function fetchPaypal(
  client: PaypalClient,
  { from, to }: { from: Date; to: Date },
): Promise<Reading | null> {
  const lines: OutsideLine[] = [];
  const problems: Problem[] = [];
  for (let start = after(from, -DECIDED_WITHIN); start < to; start = after(start, WINDOW)) {
    const end = after(start, WINDOW);
    const rows = await client.transactions(start, end < to ? end : to);
    if (rows === null) return null;
    for (const row of rows) {
      const read = linesOf(row);
      if (typeof read === 'string') problems.push(...failed(read).problems);
      else lines.push(...read);
    }
  }
  return problems.length > 0 ? { problems } : { lines, period: { from, to } };
}

/** Returns the lines of a transaction, or an error sentence if it can't be read. */
function linesOf({ transaction_info: info, payer_info }: PaypalTransaction): OutsideLine[] | string {
  if (!isDone(info.transaction_status) || isHold(info.transaction_event_code)) return [];
  const amountMicros = readAmount(info.transaction_amount.value);
  const feeMicros = info.fee_amount ? readAmount(info.fee_amount.value) : 0n;
  const occurredAt = readMoment(info.transaction_initiation_date);
  if (typeof amountMicros !== 'bigint' || typeof feeMicros !== 'bigint' || !(occurredAt instanceof Date)) {
    return `PayPal's transaction ${info.transaction_id} can't be read.`;
  }
  const named = [info.transaction_id, info.custom_field, info.invoice_id, info.paypal_reference_id];
  return withFee(
    {
      externalId: info.transaction_id,
      category: info.transaction_event_code,
      amountMicros,
      currency: info.transaction_amount.currency_code,
      occurredAt,
      references: named.flatMap((name) => (name ? [name] : [])),
      counterparty: payer_info?.email_address ?? null,
      description: null,
      isTransfer: isPaypalTransfer(info.transaction_event_code),
    },
    -feeMicros,
  );
}
