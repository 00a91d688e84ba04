import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { formatUsd, type Micros } from '#contract/money.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { findDeposit } from './find-deposit.ts';
import { lockRefundable, type RefundRefused, type RefundState, startRefund } from './refund.ts';

interface Act {
  depositId: string;
  adminId: UserId;
  reason: string;
  now: Date;
}

/**
 * Refunds the unspent part of a banned host's deposit to its source, by an admin. The host can't sign in to
 * request the refund, and the 30 days for refunds without approval may be over.
 */
export async function refundOnBehalf(
  tx: Tx,
  { depositId, adminId, reason, now }: Act,
): Promise<
  Outcome<
    { state: RefundState; amountMicros: Micros },
    RefundRefused | 'changed_meanwhile' | 'second_admin_needed' | 'own_money'
  >
> {
  const known = await findDeposit(tx, depositId);
  if (!known) return refuse('not_found');
  const found = await lockRefundable(tx, depositId, known.hostId);
  if (isRefusal(found)) return found;
  if (!(await isBanned(tx, known.hostId))) return refuse('changed_meanwhile');
  const { deposit, amountMicros } = found;
  const by = { actorId: adminId, actorKind: 'admin' } as const;
  const started = await startRefund(tx, { deposit, amountMicros, cause: 'request', by, reason, now });
  const alone = await decideMoneyAct(tx, {
    kind: 'deposit.refund',
    subjectId: depositId,
    adminId,
    shares: [{ accountId: known.hostId, amountMicros }],
    summary: `${formatUsd(amountMicros)} of a banned host’s deposit goes back to its source.`,
    now,
  });
  return alone ?? started;
}

/**
 * Whether the person is banned. Locks the person's row until the transaction ends, so that lifting the ban
 * waits.
 */
async function isBanned(tx: Tx, accountId: AccountId): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('banned_at')
    .where('id', '=', accountId)
    .forShare()
    .executeTakeFirst();
  return row?.banned_at != null;
}

/**
 * Whether an admin started the refund on the host's behalf. That decision already counted the amount toward
 * the limit of one admin.
 */
export async function isOnBehalf(tx: Tx, refundId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('deposit_refunds as r')
    .innerJoin('admin_money_acts as m', (join) =>
      join
        .onRef('m.subject_id', '=', 'r.deposit_id')
        .onRef('m.acted_at', '=', 'r.created_at')
        .on('m.kind', '=', 'deposit.refund'),
    )
    .select('r.id')
    .where('r.id', '=', refundId)
    .executeTakeFirst();
  return row !== undefined;
}
