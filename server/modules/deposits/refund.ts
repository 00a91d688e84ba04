import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { REFUND_SELF_DAYS, REFUNDS_SELF_MAX } from '#contract/limits.ts';
import { cutToCents, formatUsd, type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import { type Doer, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { decideMoneyAct, type MoneyAct } from '#server/infra/money-act.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { host, lock } from '#server/modules/ledger/ledger.ts';
import { isBalanceFrozen } from '#server/modules/listings/listings.ts';
import { type Deposit, findDeposit } from './find-deposit.ts';
import { finishRefund } from './finish-refund.ts';
import { unspentOf } from './funding-lots.ts';
import { moveRefund } from './move-refund.ts';
import { mayRefundSelf } from './rules.ts';

export type RefundState = 'requested' | 'declined' | 'refunding' | 'refunded' | 'refund_failed';

export type RefundRefused =
  | 'not_found'
  | 'deposit_state'
  | 'refund_nothing'
  | 'refund_open'
  | 'balance_frozen';

/**
 * Requests a refund of a deposit's unspent part, in whole cents. Within 30 days it is sent immediately.
 * Later, or after several refunds, an admin approves first. A refund that needs no approval takes the money
 * from the balance in this transaction, so that nothing else can spend it. A request that waits for approval
 * takes nothing yet.
 */
export async function askRefund(
  tx: Tx,
  { depositId, hostId, userId, now }: { depositId: string; hostId: AccountId; userId: UserId; now: Date },
): Promise<Outcome<{ state: RefundState; amountMicros: Micros }, RefundRefused>> {
  const found = await lockRefundable(tx, depositId, hostId);
  if (isRefusal(found)) return found;
  const { deposit, amountMicros, confirmedAt } = found;
  const by = { actorId: userId, actorKind: 'host' } as const;
  const alone = mayRefundSelf(confirmedAt, now) && (await recentRefunds(tx, hostId, now)) < REFUNDS_SELF_MAX;
  if (alone) return await startRefund(tx, { deposit, amountMicros, cause: 'self', by, now });
  const id = newId();
  const row = { id, deposit_id: depositId, amount_micros: amountMicros, created_at: now, due_at: null };
  await tx
    .insertInto('deposit_refunds')
    .values({ ...row, state: 'requested', cause: 'request' })
    .execute();
  await auditRefund(tx, { id, action: 'refund.requested', by, now, amountMicros, depositId });
  return { state: 'requested', amountMicros };
}

/**
 * Returns the unspent part of a deposit in whole cents. Locks the host's balance, so that the host can't
 * spend the money on a listing meanwhile.
 */
export async function lockRefundable(
  tx: Tx,
  depositId: string,
  hostId: AccountId,
): Promise<Outcome<{ deposit: Deposit; amountMicros: Micros; confirmedAt: Date }, RefundRefused>> {
  await lock(tx, [host(hostId)]);
  const deposit = await findDeposit(tx, depositId, hostId);
  if (!deposit) return refuse('not_found');
  if (deposit.state !== 'confirmed' || !deposit.confirmedAt) return refuse('deposit_state');
  if (await isBalanceFrozen(tx, hostId)) return refuse('balance_frozen');
  if (await hasOpenRefund(tx, depositId)) return refuse('refund_open');
  const amountMicros = cutToCents(await unspentOf(tx, hostId, depositId));
  if (amountMicros <= ZERO_MICROS) return refuse('refund_nothing');
  return { deposit, amountMicros, confirmedAt: deposit.confirmedAt };
}

interface Start {
  deposit: Deposit;
  amountMicros: Micros;
  cause: 'self' | 'request';
  by: Doer;
  reason?: string;
  now: Date;
}

/** Takes a refund out of the host's balance and queues it for sending. The caller has locked the balance. */
export async function startRefund(
  tx: Tx,
  { deposit, amountMicros, cause, by, reason, now }: Start,
): Promise<{ state: RefundState; amountMicros: Micros }> {
  const { id: depositId, hostId, rail } = deposit;
  const id = newId();
  await tx
    .insertInto('deposit_refunds')
    .values({
      id,
      deposit_id: depositId,
      amount_micros: amountMicros,
      state: 'refunding',
      cause,
      created_at: now,
      due_at: rail === 'stripe' ? now : null,
    })
    .execute();
  await auditRefund(tx, { id, action: 'refund.started', by, now, amountMicros, depositId, reason });
  await moveRefund(tx, { id, depositId, rail, hostId, amountMicros, now });
  if (rail !== 'test') return { state: 'refunding', amountMicros };
  await finishRefund(tx, { refundId: id, by, reference: 'Test card', now });
  return { state: 'refunded', amountMicros };
}

/**
 * Approves a request, for an admin. Refunds the amount that is still unspent, at most the requested amount.
 */
export async function agreeRefund(
  tx: Tx,
  { refundId, adminId, now }: { refundId: string; adminId: UserId; now: Date },
): Promise<
  Outcome<
    { amountMicros: Micros },
    Exclude<RefundRefused, 'refund_open'> | 'second_admin_needed' | 'own_money'
  >
> {
  const asked = await findRefund(tx, refundId);
  if (!asked) return refuse('not_found');
  await lock(tx, [host(asked.hostId)]);
  // The refund is read again under the lock, because a dispute may have been opened meanwhile.
  const known = (await findRefund(tx, refundId))!;
  const row = await tx
    .selectFrom('deposit_refunds')
    .select(['amount_micros', 'state'])
    .where('id', '=', refundId)
    .forUpdate()
    .executeTakeFirst();
  if (row?.state !== 'requested' || known.depositState !== 'confirmed') return refuse('deposit_state');
  if (await isBalanceFrozen(tx, known.hostId)) return refuse('balance_frozen');
  const unspent = cutToCents(await unspentOf(tx, known.hostId, known.depositId));
  const amountMicros = micros(unspent < row.amount_micros ? unspent : row.amount_micros);
  if (amountMicros <= ZERO_MICROS) return refuse('refund_nothing');
  await tx
    .updateTable('deposit_refunds')
    .set({ state: 'refunding', amount_micros: amountMicros, due_at: known.rail === 'stripe' ? now : null })
    .where('id', '=', refundId)
    .execute();
  const by = { actorId: adminId, actorKind: 'admin' } as const;
  const { depositId, hostId, rail } = known;
  await auditRefund(tx, { id: refundId, action: 'refund.started', by, now, amountMicros, depositId });
  await moveRefund(tx, { id: refundId, depositId, rail, hostId, amountMicros, now });
  if (rail === 'test') await finishRefund(tx, { refundId, by, reference: 'Test card', now });
  const alone = await decideMoneyAct(tx, leavingRefund({ refundId, adminId, now }, hostId, amountMicros));
  return alone ?? { amountMicros };
}

/**
 * Decides whether one admin may alone approve a refund or mark it as paid. Both count as one act, because the
 * money is refunded only once.
 */
export const leavingRefund = (
  { refundId, adminId, now }: { refundId: string; adminId: UserId; now: Date },
  hostId: AccountId,
  amountMicros: Micros,
): MoneyAct => ({
  kind: 'refund.leave',
  subjectId: refundId,
  adminId,
  shares: [{ accountId: hostId, amountMicros }],
  once: true,
  summary: `a refund of ${formatUsd(amountMicros)} leaves.`,
  now,
});

/** Reads a refund with its deposit, without locking. */
export async function findRefund(tx: Tx, refundId: string) {
  const row = await tx
    .selectFrom('deposit_refunds as r')
    .innerJoin('deposits as d', 'd.id', 'r.deposit_id')
    .select([
      'r.deposit_id as depositId',
      'd.host_id as hostId',
      'd.state as depositState',
      'd.rail',
      'r.amount_micros as amountMicros',
    ])
    .where('r.id', '=', refundId)
    .executeTakeFirst();
  return row
    ? { ...row, rail: row.rail as 'test' | 'bank' | 'stripe', amountMicros: micros(row.amountMicros) }
    : null;
}

async function hasOpenRefund(tx: Tx, depositId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('deposit_refunds')
    .select('id')
    .where('deposit_id', '=', depositId)
    .where('state', 'in', ['requested', 'refunding'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts this host's recent refunds, because people who test stolen cards deposit and refund repeatedly. */
async function recentRefunds(tx: Tx, hostId: AccountId, now: Date): Promise<number> {
  const rows = await tx
    .selectFrom('deposit_refunds as r')
    .innerJoin('deposits as d', 'd.id', 'r.deposit_id')
    .select('r.id')
    .where('d.host_id', '=', hostId)
    .where('r.cause', '=', 'self')
    .where('r.created_at', '>', after(now, -REFUND_SELF_DAYS * DAY))
    .limit(REFUNDS_SELF_MAX)
    .execute();
  return rows.length;
}

interface Audited {
  id: string;
  action: string;
  by: Doer;
  depositId: string;
  amountMicros: Micros;
  reason?: string | undefined;
  now: Date;
}

export const auditRefund = (
  tx: Tx,
  { id, action, by, depositId, amountMicros, reason, now }: Audited,
): Promise<void> =>
  writeAudit(tx, { at: now, ...by }, action, 'refund', id, {
    depositId,
    amountMicros,
    usd: formatUsd(amountMicros),
    ...(reason ? { reason } : {}),
  });
