import type { Api } from '#server/http/route.ts';
import { registerWebhookRoute } from '#server/http/webhook.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { applyItem } from './apply-item.ts';
import type { PaypalAccount } from './client.ts';
import { recordAccepted } from './send-batch.ts';
import { eventProver, type PaypalEvent } from './verify.ts';

/**
 * Registers the webhook for PayPal's messages about single payments. Messages about whole batches are
 * ignored: reading the batch yields the same facts.
 */
export function registerPaypalRoutes(api: Api, account: PaypalAccount, clock: Clock): void {
  const prove = eventProver(account, clock);
  registerWebhookRoute<PaypalEvent>(api, {
    provider: 'paypal',
    path: '/webhooks/paypal',
    async prove(raw, headers) {
      const event = await prove(raw, headers);
      return event && { id: event.id, type: event.type, event };
    },
    async take(tx, { item }, now) {
      if (!item) return;
      const batch = await batchOf(tx, item, now);
      // A mismatch is ignored here: reading the batch finds it and notifies the operator.
      if (batch) await applyItem(tx, batch, item, now);
    },
  });
}

/**
 * Returns our batch of an item. If the reply to our call was lost, this message may be the first to name
 * PayPal's id of the batch.
 */
async function batchOf(
  tx: Tx,
  item: { batchId: string; senderBatchId: string | null; payoutId: string },
  now: Date,
): Promise<string | null> {
  const known = await tx
    .selectFrom('payout_batches')
    .select('id')
    .where('paypal_batch_id', '=', item.batchId)
    .executeTakeFirst();
  if (known) return known.id;
  const asked = await tx
    .selectFrom('payouts as p')
    .innerJoin('payout_batches as b', 'b.id', 'p.batch_id')
    .select('b.id')
    .where('p.id', '=', item.payoutId)
    .where('b.paypal_batch_id', 'is', null)
    .executeTakeFirst();
  if (!asked || asked.id !== item.senderBatchId) return null;
  await recordAccepted(tx, asked.id, item.batchId, now);
  return asked.id;
}
