import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { auditPayout, type ClippersAct } from '#server/modules/payouts/audit.ts';
import { applyItem } from './apply-item.ts';
import type { PaypalClient } from './client.ts';

/**
 * Takes back a payment that PayPal holds because nobody has claimed it, so that its clipper need not wait 30
 * days after a mistyped address. If the receiver claims the payment at the same moment, PayPal decides.
 */
export async function takeBack(
  db: Database,
  client: PaypalClient | null,
  act: ClippersAct,
): Promise<Outcome<null, 'not_found' | 'payout_not_unclaimed' | 'processor_unreachable'>> {
  const payout = await db
    .selectFrom('payouts')
    .select(['batch_id', 'item_id', 'item_state', 'state'])
    .where('id', '=', act.payoutId)
    .where('clipper_id', '=', act.clipperId)
    .executeTakeFirst();
  if (!payout) return refuse('not_found');
  const { batch_id: batchId, item_id: itemId } = payout;
  if (payout.state !== 'processing' || payout.item_state !== 'UNCLAIMED' || !batchId || !itemId || !client) {
    return refuse('payout_not_unclaimed');
  }
  const canceled = await client.cancel(itemId);
  if (canceled.kind === 'later') return refuse('processor_unreachable');
  if (canceled.kind === 'not_now') return refuse('payout_not_unclaimed');
  return await transact(db, async (tx) => {
    await auditPayout(tx, 'clipper', 'payout.taken_back', act);
    const problem = await applyItem(tx, batchId, canceled.item, act.now);
    if (problem) throw new Error(problem);
    return null;
  });
}
