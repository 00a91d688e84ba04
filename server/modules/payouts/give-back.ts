import type { Outcome } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type Act, auditPayout } from './audit.ts';
import { bookCalledBack, bookReturned, movedColumns } from './book-moves.ts';
import { lockBalancesOf } from './lock-balances.ts';
import { decidePayoutAct } from './money-acts.ts';
import { whyNot } from './pay-by-hand.ts';

type Refused = 'not_found' | 'payout_state';

/** Marks a paid payout as returned, by any rail. Its amount is available again. */
export async function markReturned(
  tx: Tx,
  act: Act,
  reason: string,
): Promise<Outcome<null, Refused | 'second_admin_needed' | 'own_money'>> {
  const { payoutId, now } = act;
  await lockBalancesOf(tx, payoutId);
  const returned = await tx
    .updateTable('payouts')
    .set({ state: 'returned', returned_at: now, failure: reason })
    .where('id', '=', payoutId)
    .where('state', '=', 'paid')
    .returning([...movedColumns, 'rail'])
    .executeTakeFirst();
  if (!returned) return await whyNot(tx, payoutId);
  const rail = returned.rail === 'paypal' ? 'paypal' : 'manual';
  await bookReturned(tx, returned, { rail, reason, now });
  await auditPayout(tx, 'admin', 'payout.returned', act, {
    reason,
    rail,
    amountMicros: returned.amount_micros,
  });
  return await decidePayoutAct(tx, 'payout.returned', act, returned);
}

/** Cancels, for an admin, a payout that nobody has picked up. Notifies its clipper with the reason. */
export async function cancelByAdmin(tx: Tx, act: Act, reason: string): Promise<Outcome<null, Refused>> {
  const { payoutId, now } = act;
  await lockBalancesOf(tx, payoutId);
  const canceled = await tx
    .updateTable('payouts')
    .set({ state: 'canceled', finished_at: now, failure: reason })
    .where('id', '=', payoutId)
    .where('state', '=', 'requested')
    .returning(movedColumns)
    .executeTakeFirst();
  if (!canceled) return await whyNot(tx, payoutId);
  await bookCalledBack(tx, canceled, reason, now);
  await auditPayout(tx, 'admin', 'payout.canceled', act, { reason });
  return null;
}
