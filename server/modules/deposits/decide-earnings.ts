import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { formatUsd, type Micros, micros } from '#contract/money.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { host, lock } from '#server/modules/ledger/ledger.ts';
import { type Notice, notify } from '#server/modules/notifications/notifications.ts';
import { findDeposit } from './find-deposit.ts';
import { waitingOfDeposit } from './seasoning.ts';

/**
 * Notifies each clipper whose released earnings wait because a bank questions or took back the deposit that
 * paid them.
 */
export async function notifyWaiting(
  tx: Tx,
  depositId: string,
  state: 'disputed' | 'charged_back',
  now: Date,
): Promise<void> {
  const waiting = await waitingOfDeposit(tx, depositId, now);
  await notify(
    tx,
    waiting.map(({ clipperId, amountMicros }) => noticeOf(clipperId, amountMicros, state)),
    now,
  );
  if (state === 'disputed' || waiting.length > 0) return;
  // If no earnings wait, no admin has to decide.
  await tx.updateTable('deposits').set({ questioned_at: null }).where('id', '=', depositId).execute();
}

function noticeOf(accountId: AccountId, amountMicros: Micros, state: 'disputed' | 'charged_back'): Notice {
  const usd = formatUsd(amountMicros);
  const link = '/clipper/earnings';
  return state === 'disputed'
    ? {
        accountId,
        kind: 'deposit.clips_disputed',
        title: 'Earnings wait for a bank',
        body: `You can't withdraw ${usd} of your balance yet. A bank is reviewing the host’s card payment that it comes from.`,
        link,
      }
    : {
        accountId,
        kind: 'deposit.clips_charged_back',
        title: 'Earnings wait for a decision',
        body: `Our team decides whether you can withdraw ${usd} of your balance, because a bank took back the host’s card payment that it comes from.`,
        link,
      };
}

interface Decision {
  depositId: string;
  adminId: UserId;
  reason: string;
  now: Date;
}

/** Releases earnings although the deposit that paid them was taken back. The platform takes the loss. */
export async function releaseEarnings(
  tx: Tx,
  { depositId, adminId, reason, now }: Decision,
): Promise<
  Outcome<{ releasedMicros: Micros }, 'not_found' | 'deposit_state' | 'second_admin_needed' | 'own_money'>
> {
  const deposit = await findDeposit(tx, depositId);
  if (!deposit) return refuse('not_found');
  await lock(tx, [host(deposit.hostId)]);
  const waiting = await waitingOfDeposit(tx, depositId, now);
  const decided = await tx
    .updateTable('deposits')
    .set({ questioned_at: null, earnings_decided_at: now })
    .where('id', '=', depositId)
    .where('state', '=', 'charged_back')
    .where('questioned_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!decided) return refuse('deposit_state');
  const releasedMicros = micros(waiting.reduce((sum, { amountMicros }) => sum + amountMicros, 0n));
  await writeAudit(tx, actBy('admin', adminId, now), 'deposit.earnings_released', 'deposit', depositId, {
    amountMicros: releasedMicros,
    clippers: waiting.length,
    reason,
  });
  await notify(
    tx,
    waiting.map(({ clipperId, amountMicros }) => ({
      accountId: clipperId,
      kind: 'deposit.clips_confirmed' as const,
      title: 'You can withdraw earnings again',
      body: `You can withdraw ${formatUsd(amountMicros)} again. It was on hold because a bank took back a host’s payment.`,
      link: '/clipper/earnings',
    })),
    now,
  );
  const alone = await decideMoneyAct(tx, {
    kind: 'deposit.release_earnings',
    subjectId: depositId,
    adminId,
    shares: waiting.map(({ clipperId, amountMicros }) => ({ accountId: clipperId, amountMicros })),
    summary: `${formatUsd(releasedMicros)} of earnings behind a lost payment can be paid out.`,
    now,
  });
  return alone ?? { releasedMicros };
}
