import type { AccountId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { clipperAvailable, clipperOwed, lock } from '#server/modules/ledger/ledger.ts';

/**
 * Locks the balances and debts of these clippers until the transaction ends. To avoid deadlocks, upholding
 * fraud and everything that returns a payout's money take these locks before they lock the payout's row.
 */
export async function lockBalances(tx: Tx, clipperIds: readonly AccountId[]): Promise<void> {
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
