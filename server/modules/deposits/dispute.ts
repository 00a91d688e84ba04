import { sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { DEPOSIT_SEASONING_DAYS } from '#contract/limits.ts';
import { formatUsd, type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { emptyReserves } from '#server/modules/earnings/earnings.ts';
import { clearing, host, loss, post } from '#server/modules/ledger/ledger.ts';
import {
  isBalanceFrozen,
  lockBudgets,
  pauseListingsOfHost,
  returnListingsToHost,
  takeFromBudgets,
} from '#server/modules/listings/listings.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { isClosed, reclaimSuspense } from '#server/modules/suspense/suspense.ts';
import { notifyWaiting } from './decide-earnings.ts';
import { above, fromHostFirst, sweepAfter } from './move-refund.ts';
import { type DisputeState, notifyClippers } from './notify-clippers.ts';

interface Disputed {
  intent: string;
  depositId: string;
  hostId: AccountId;
  amountMicros: Micros;
}

interface Dispute {
  id: string;
  amount_micros: bigint;
  outcome: string | null;
  withdrawn: boolean;
  reinstated: boolean;
  host_micros: bigint;
  loss_micros: bigint;
  moves: number;
}

/**
 * Applies the known disputes of a deposit. While the processor withholds money, the same amount is taken from
 * the host's balance as far as the balance suffices; the remainder is a loss. Clippers keep released
 * earnings. The caller holds the lock on the host's balance.
 */
export async function applyDisputes(tx: Tx, disputed: Disputed, now: Date): Promise<void> {
  const disputes = await tx
    .selectFrom('deposit_disputes')
    .select([
      'id',
      'amount_micros',
      'outcome',
      'withdrawn',
      'reinstated',
      'host_micros',
      'loss_micros',
      'moves',
    ])
    .where('payment_intent', '=', disputed.intent)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (disputes.length === 0) return;
  for (const dispute of disputes) {
    const booked = await bringMoney(tx, disputed, dispute, now);
    if (dispute.outcome === 'lost') await coverLoss(tx, disputed, booked, now);
  }
  const lost = disputes.some((one) => one.outcome === 'lost' && !one.reinstated);
  const open = disputes.some((one) => one.outcome === null);
  await bringState(tx, disputed, open ? 'disputed' : lost ? 'charged_back' : 'confirmed', now);
}

const isTaken = ({ outcome, withdrawn, reinstated }: Dispute): boolean =>
  !reinstated && outcome !== 'won' && (withdrawn || outcome === 'lost');

async function bringMoney(
  tx: Tx,
  { depositId, hostId }: Disputed,
  dispute: Dispute,
  now: Date,
): Promise<Dispute> {
  const booked = micros(dispute.host_micros + dispute.loss_micros);
  const wanted = isTaken(dispute) ? micros(dispute.amount_micros) : ZERO_MICROS;
  if (booked === wanted) return dispute;
  const taking = booked === ZERO_MICROS;
  const parts = taking
    ? await fromHostFirst(tx, { depositId, hostId, amountMicros: wanted, now })
    : { hostMicros: micros(dispute.host_micros), lossMicros: micros(dispute.loss_micros) };
  const outside = clearing('stripe');
  const transfer = (inside: typeof loss, amountMicros: Micros) =>
    taking
      ? { debit: inside, credit: outside, amountMicros, subjectId: depositId }
      : { debit: outside, credit: inside, amountMicros, subjectId: depositId };
  const moves = dispute.moves + 1;
  const posted = await post(tx, {
    key: `chargeback:${dispute.id}:${moves}`,
    kind: taking ? 'chargeback' : 'chargeback.reversed',
    occurredAt: now,
    transfers: above([transfer(host(hostId), parts.hostMicros), transfer(loss, parts.lossMicros)]),
  });
  if (posted !== 'posted') throw new Error(`dispute ${dispute.id} was not posted: ${posted}`);
  const cause = taking ? 'closed_account' : 'dispute_won';
  await sweepAfter(tx, { cause, rail: 'stripe', hostId, depositId, now });
  return await rewrite(tx, dispute, {
    host_micros: taking ? parts.hostMicros : 0n,
    loss_micros: taking ? parts.lossMicros : 0n,
    moves,
  });
}

async function rewrite(
  tx: Tx,
  dispute: Dispute,
  booked: Pick<Dispute, 'host_micros' | 'loss_micros' | 'moves'>,
): Promise<Dispute> {
  await tx.updateTable('deposit_disputes').set(booked).where('id', '=', dispute.id).execute();
  return { ...dispute, ...booked };
}

/**
 * Covers the loss of a lost dispute with the host's remaining balance and listing budgets. Clips are paid
 * from their reserves as far as money remains after that.
 */
async function coverLoss(
  tx: Tx,
  { depositId, hostId }: Disputed,
  dispute: Dispute,
  now: Date,
): Promise<void> {
  if (dispute.loss_micros === 0n) return;
  const amountMicros = micros(dispute.loss_micros);
  if (await isClosed(tx, hostId)) await reclaimSuspense(tx, host(hostId), now, { wanted: amountMicros });
  const listingIds = await lockBudgets(tx, hostId);
  await emptyReserves(tx, listingIds, now);
  const moves = dispute.moves + 1;
  const covered = await takeFromBudgets(tx, {
    key: `loss.covered:${dispute.id}:${moves}`,
    hostId,
    depositId,
    amountMicros,
    now,
  });
  await sweepAfter(tx, { cause: 'closed_account', rail: 'stripe', hostId, depositId, now });
  if (covered === ZERO_MICROS) return;
  await rewrite(tx, dispute, {
    host_micros: dispute.host_micros + covered,
    loss_micros: dispute.loss_micros - covered,
    moves,
  });
}

async function bringState(
  tx: Tx,
  { depositId, hostId, amountMicros }: Disputed,
  state: DisputeState,
  now: Date,
) {
  const changed = await tx
    .updateTable('deposits')
    .set({
      state,
      // A lost dispute keeps the host frozen until an admin lifts the freeze.
      ...(state === 'charged_back' ? { frozen_at: now } : {}),
      questioned_at: state === 'confirmed' ? null : whileSeasoning(now),
    })
    .where('id', '=', depositId)
    .where('state', 'in', ['confirmed', 'disputed', 'charged_back'])
    .where('state', '<>', state)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return;
  await writeAudit(tx, bySystem(now), ACTIONS[state], 'deposit', depositId, { amountMicros });
  if (state !== 'confirmed')
    await pauseListingsOfHost(tx, { hostId, adminId: null, reason: 'disputed', now });
  else await returnListingsUnlessFrozen(tx, hostId, now);
  const message = MESSAGES[state](formatUsd(amountMicros));
  await notify(tx, { accountId: hostId, kind: ACTIONS[state], link: '/host/budget', ...message }, now);
  await notifyClippers(tx, { hostId, depositId }, state, now);
  if (state !== 'confirmed') await notifyWaiting(tx, depositId, state, now);
}

/**
 * SQL of the time at which a bank first questioned a deposit that still seasons; earnings paid by that
 * deposit then wait. Earnings paid by a seasoned deposit may have been paid out long ago, so they don't wait.
 */
const whileSeasoning = (now: Date) => sql<Date | null>`
  case when state = 'confirmed' and earnings_decided_at is null
    and confirmed_at > ${after(now, -DEPOSIT_SEASONING_DAYS * DAY)} then ${now} else questioned_at end`;

/** Lets the host resume listings that a dispute paused, unless another dispute is open. */
export async function returnListingsUnlessFrozen(
  tx: Tx,
  hostId: AccountId,
  now: Date,
  adminId: UserId | null = null,
): Promise<void> {
  if (await isBalanceFrozen(tx, hostId)) return;
  await returnListingsToHost(tx, { hostId, adminId, reason: 'disputed', now });
}

const ACTIONS = {
  disputed: 'deposit.disputed',
  charged_back: 'deposit.charged_back',
  confirmed: 'deposit.dispute_won',
} as const satisfies Record<DisputeState, string>;

const MESSAGES: Record<DisputeState, (usd: string) => { title: string; body: string }> = {
  disputed: (usd) => ({
    title: 'A payment is in dispute',
    body: `The owner of the card or account asked the bank to take ${usd} back. Your balance is frozen and your listings are paused until the bank decides. What approved clips earn is set aside until then.`,
  }),
  charged_back: (usd) => ({
    title: 'A payment was taken back',
    body: `Contact support: the bank took ${usd} back, and your balance stays frozen until our team has reviewed it.`,
  }),
  confirmed: (usd) => ({
    title: 'The dispute is over',
    body: `The bank did not take back ${usd}. You can use your balance again and resume your listings.`,
  }),
};
