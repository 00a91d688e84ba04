import type { Tx } from '#server/infra/transaction.ts';
import { clipperAvailable, clipperOwed, lock } from '#server/modules/ledger/ledger.ts';

/**
 * Keeps what these clippers have and owe as it is until the transaction ends. Whoever gives a payout's money back locks
 * this before the payout's row, as whoever upholds fraud does: neither can wait for the other in a circle.
 */
export async function lockBalances(tx: Tx, clipperIds: readonly string[]): Promise<void> {
  await lock(
    tx,
    [...new Set(clipperIds)].flatMap((id) => [clipperOwed(id), clipperAvailable(id)]),
  );
}

/** The same for the clipper of one payout; whose a payout is never changes. */
export async function lockBalancesOf(tx: Tx, payoutId: string): Promise<void> {
  const payout = await tx
    .selectFrom('payouts')
    .select('clipper_id')
    .where('id', '=', payoutId)
    .executeTakeFirst();
  if (payout) await lockBalances(tx, [payout.clipper_id]);
}
