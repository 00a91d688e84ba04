import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { PAYOUT_ADDRESS_WAIT_HOURS } from '#contract/limits.ts';
import { formatUsd, type Micros, ZERO_MICROS } from '#contract/money.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { auditPayout } from './audit.ts';
import { automaticIsStopped } from './automatic.ts';
import { notifyClipper } from './book-moves.ts';
import { findBlock, findLeavable } from './find-leaving.ts';
import { lockBalances } from './lock-balances.ts';
import { findAddress, isFrozenPerson } from './queries.ts';
import { PROCESS_WITHIN } from './rules.ts';
import { startPayout } from './start-payout.ts';

interface Review {
  clipperId: AccountId;
  adminId: UserId;
  now: Date;
}

/**
 * Starts a payout of everything that may leave to a banned person whose money was reviewed: every whole cent,
 * also below the minimums. A recently entered address does not prevent it, because the payout waits in the
 * queue with the address. Returns the amount started; the weekly run pays later earnings.
 */
export async function payReviewed(tx: Tx, { clipperId, adminId, now }: Review): Promise<Micros> {
  await lockBalances(tx, [clipperId]);
  if (await isFrozenPerson(tx, clipperId)) return ZERO_MICROS;
  const { leavesMicros: amountMicros } = await findLeavable(tx, clipperId, now);
  if (amountMicros === ZERO_MICROS) return ZERO_MICROS;
  const blocked = await findBlock(tx, clipperId, after(now, PAYOUT_ADDRESS_WAIT_HOURS * HOUR));
  const address = await findAddress(tx, clipperId);
  if (blocked || !address || (await automaticIsStopped(tx, clipperId))) return ZERO_MICROS;
  const start = { clipperId, cause: 'weekly', amountMicros, destination: address.email, now } as const;
  const payoutId = await startPayout(tx, start);
  await auditPayout(
    tx,
    'admin',
    'payout.requested',
    { payoutId, actorId: adminId, now },
    { amountMicros, because: 'reviewed after a ban' },
  );
  await notifyClipper(tx, { clipper_id: clipperId }, now, {
    kind: 'payout.requested',
    title: 'Payout started',
    body: `${formatUsd(amountMicros)} is on its way to your payment email.`,
  });
  return amountMicros;
}

/**
 * Sets a new due time for payouts that a ban froze: the promised day passed during the freeze, so they are
 * due a day after the review.
 */
export async function renewDueTimes(tx: Tx, clipperId: AccountId, now: Date): Promise<void> {
  const dueAt = after(now, PROCESS_WITHIN);
  await tx
    .updateTable('payouts')
    .set({ due_at: dueAt })
    .where('clipper_id', '=', clipperId)
    .where('state', '=', 'requested')
    .where('due_at', '<', dueAt)
    .execute();
}
