import type { UserId } from '#contract/accounts/ids.ts';
import { formatUsd } from '#contract/money.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { host, lock } from '#server/modules/ledger/ledger.ts';
import { returnListingsUnlessFrozen } from './dispute.ts';
import { findDeposit } from './find-deposit.ts';

/**
 * Lifts the freeze that a fraud warning or a lost dispute caused, for an admin. The host may spend again
 * unless another deposit is frozen.
 */
export async function liftFreeze(
  tx: Tx,
  { depositId, adminId, reason, now }: { depositId: string; adminId: UserId; reason: string; now: Date },
): Promise<Outcome<null, 'not_found' | 'deposit_state' | 'second_admin_needed' | 'own_money'>> {
  const deposit = await findDeposit(tx, depositId);
  if (!deposit) return refuse('not_found');
  await lock(tx, [host(deposit.hostId)]);
  // Clears the warning, so that later messages about this payment don't freeze it again.
  await tx
    .updateTable('card_payments')
    .set({ warned_at: null })
    .where('deposit_id', '=', depositId)
    .execute();
  const lifted = await tx
    .updateTable('deposits')
    .set({ frozen_at: null })
    .where('id', '=', depositId)
    .where('frozen_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!lifted) return refuse('deposit_state');
  await writeAudit(tx, actBy('admin', adminId, now), 'deposit.freeze_lifted', 'deposit', depositId, {
    reason,
  });
  await returnListingsUnlessFrozen(tx, deposit.hostId, now, adminId);
  return await decideMoneyAct(tx, {
    kind: 'deposit.lift',
    subjectId: depositId,
    adminId,
    shares: [{ accountId: deposit.hostId, amountMicros: deposit.amountMicros }],
    summary: `a questioned deposit of ${formatUsd(deposit.amountMicros)} is free again.`,
    now,
  });
}
