import { formatUsd, micros } from '#contract/money.ts';
import { type Doer, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';

interface Failure {
  depositId: string;
  /** The reason, as a sentence for the host. */
  reason: string;
  by: Doer;
  /** False when the host caused the failure. */
  notifyHost: boolean;
  now: Date;
}

/**
 * Fails an open deposit. Returns false if the deposit was not open. If its money arrives later, the deposit
 * is still confirmed.
 */
export async function failDeposit(
  tx: Tx,
  { depositId, reason, by, notifyHost, now }: Failure,
): Promise<boolean> {
  const failed = await tx
    .updateTable('deposits')
    .set({ state: 'failed', failure: reason, due_at: null, pending_since: null })
    .where('id', '=', depositId)
    .where('state', '=', 'created')
    .returning(['host_id', 'amount_micros'])
    .executeTakeFirst();
  if (!failed) return false;
  await writeAudit(tx, { at: now, ...by }, 'deposit.failed', 'deposit', depositId, { reason });
  if (notifyHost) {
    await notify(
      tx,
      {
        accountId: failed.host_id,
        kind: 'deposit.failed',
        title: 'A deposit did not arrive',
        body: `${formatUsd(micros(failed.amount_micros))} was not added to your balance. ${reason}`,
        link: '/host/budget',
      },
      now,
    );
  }
  return true;
}
