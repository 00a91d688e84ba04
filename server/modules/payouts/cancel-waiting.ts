import type { AccountId } from '#contract/accounts/ids.ts';
import { type Micros, micros } from '#contract/money.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { bookCalledBack, movedColumns } from './book-moves.ts';

export interface CalledBack {
  /** Amount of canceled payouts, which is available to the clipper again. */
  canceledMicros: Micros;
  /** Amount of payouts that are under way and can't be canceled. */
  inFlightMicros: Micros;
}

/**
 * Cancels every payout of a clipper that has provably not been sent: it is requested, or PayPal refused it,
 * or its batch was never tried. The caller has locked the clipper's balances.
 */
export async function cancelWaiting(tx: Tx, clipperId: AccountId, now: Date): Promise<CalledBack> {
  const open = await tx
    .selectFrom('payouts')
    .select([...movedColumns, 'state', 'rail', 'batch_id'])
    .where('clipper_id', '=', clipperId)
    .where('state', 'in', ['requested', 'processing'])
    .orderBy('id')
    .forUpdate()
    .execute();
  const untried = await lockUntried(
    tx,
    open.map(({ batch_id }) => batch_id).filter((id) => id !== null),
  );
  const hasLeft = ({ state, rail, batch_id }: (typeof open)[number]): boolean =>
    state === 'processing' && (rail === 'manual' || (batch_id !== null && !untried.has(batch_id)));
  const sum = (some: typeof open): Micros =>
    micros(some.reduce((total, { amount_micros }) => total + amount_micros, 0n));
  const waiting = open.filter((payout) => !hasLeft(payout));
  for (const payout of waiting) {
    await tx
      .updateTable('payouts')
      .set({ state: 'canceled', finished_at: now, batch_id: null, item_state: null })
      .where('id', '=', payout.id)
      .execute();
    await bookCalledBack(tx, payout, 'Views of one of your clips were not real.', now);
    await writeAudit(tx, bySystem(now), 'payout.canceled', 'payout', payout.id, { because: 'fraud upheld' });
  }
  await closeEmpty(tx, [...untried]);
  return { canceledMicros: sum(waiting), inFlightMicros: sum(open.filter(hasLeft)) };
}

/**
 * Locks and returns the batches among these that were never tried. Skips batches that a sender has locked.
 */
async function lockUntried(tx: Tx, batchIds: readonly string[]): Promise<Set<string>> {
  if (batchIds.length === 0) return new Set();
  const untried = await tx
    .selectFrom('payout_batches')
    .select('id')
    .where('id', 'in', batchIds)
    .where('state', '=', 'created')
    .where('attempts', '=', 0)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  return new Set(untried.map(({ id }) => id));
}

/** Closes batches that have no payouts left, so that they are not sent. */
async function closeEmpty(tx: Tx, batchIds: readonly string[]): Promise<void> {
  if (batchIds.length === 0) return;
  await tx
    .updateTable('payout_batches')
    .set({ state: 'closed', next_step_at: null })
    .where('id', 'in', batchIds)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payouts').select('id').whereRef('payouts.batch_id', '=', 'payout_batches.id'))),
    )
    .execute();
}
