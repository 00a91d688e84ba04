import { bySystem, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { bookFailed, movedColumns } from '#server/modules/payouts/book-moves.ts';
import { lockBalances } from '#server/modules/payouts/lock-balances.ts';
import { failureText } from '#server/modules/payouts/rules.ts';

/** Marks the undecided payouts of a batch as failed, because PayPal denied or canceled the whole batch. */
export async function failBatch(
  tx: Tx,
  batchId: string,
  status: 'DENIED' | 'CANCELED',
  now: Date,
): Promise<void> {
  const reason = failureText(status);
  const inBatch = await tx
    .selectFrom('payouts')
    .select('clipper_id')
    .where('batch_id', '=', batchId)
    .where('state', '=', 'processing')
    .execute();
  await lockBalances(
    tx,
    inBatch.map(({ clipper_id }) => clipper_id),
  );
  const failed = await tx
    .updateTable('payouts')
    .set({ state: 'failed', finished_at: now, failure: reason, item_state: status })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'processing')
    .returning(movedColumns)
    .execute();
  for (const payout of failed.toSorted((a, b) => a.clipper_id.localeCompare(b.clipper_id))) {
    await bookFailed(tx, payout, reason, now);
    await writeAudit(tx, bySystem(now), 'payout.failed', 'payout', payout.id, { providerStatus: status });
  }
}
