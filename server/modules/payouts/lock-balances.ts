import type { Tx } from '#server/infra/transaction.ts';
import { clipperAvailable, clipperOwed, lock } from '#server/modules/ledger/ledger.ts';

/**
 * Locks the balances and debts of these clippers until the transaction ends. Whatever returns a payout's money locks them
 * before the payout's row, and so does upholding fraud, so that the two can't deadlock.
 */
export async function lockBalances(tx: Tx, clipperIds: readonly string[]): Promise<void> {
  await lock(
    tx,
    [...new Set(clipperIds)].flatMap((id) => [clipperOwed(id), clipperAvailable(id)]),
  );
}

/** Locks the balances of the clipper of one payout; the clipper of a payout never changes. */
export async function lockBalancesOf(tx: Tx, payoutId: string): Promise<void> {
  const payout = await tx
    .selectFrom('payouts')
    .select('clipper_id')
    .where('id', '=', payoutId)
    .executeTakeFirst();
  if (payout) await lockBalances(tx, [payout.clipper_id]);
}
