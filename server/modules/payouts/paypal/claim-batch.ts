import { sql } from 'kysely';
import { PAYOUT_CANCEL_MINUTES } from '#contract/limits.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { isPaused } from '#server/modules/payouts/pause.ts';
import {
  addressUsableAt,
  hasTwo,
  isFrozen,
  isOwing,
  isWaiting,
  needsTwo,
} from '#server/modules/payouts/queries.ts';
import { PAYOUTS_PER_BATCH, PAYPAL_ITEM_MAX, PAYPAL_RECEIVER_MAX } from '#server/modules/payouts/rules.ts';

/**
 * SQL: when a payout (alias p) may be handed over. If its clipper had to change the payment email or the
 * password after the request, the payout waits with the address, because someone else may have requested it.
 */
const readyAt = sql`greatest(coalesce(p.not_before, p.requested_at + make_interval(mins => ${PAYOUT_CANCEL_MINUTES})), ${addressUsableAt})`;

/**
 * SQL: payouts that may go to PayPal: requested and past the time to cancel, or refused there as part of a
 * batch. Excludes frozen payouts, payouts of clippers with a debt, payouts that lack the second admin's
 * agreement, payouts beyond PayPal's limits, and payouts with unverified accounts.
 */
const waiting = sql`
  from payouts p join accounts u on u.id = p.clipper_id
  where ${isWaiting}
    and not ${isFrozen} and not ${isOwing} and p.amount_micros <= ${PAYPAL_ITEM_MAX} and length(p.destination) <= ${PAYPAL_RECEIVER_MAX}
    and exists (select from payout_account_checks k where k.payout_id = p.id and k.problem is null)
    and (not ${needsTwo} or ${hasTwo})`;

/**
 * Puts waiting payouts into a new batch and returns its id; null if none waits or payouts are paused. Two
 * processes never get the same payout. A concurrent cancel or ban either precedes the claim or waits for it.
 */
export async function claimBatch(tx: Tx, now: Date): Promise<string | null> {
  if (await isPaused(tx)) return null;
  const { rows } = await sql<{ id: string; alone: boolean }>`
    select p.id, p.alone ${waiting} and ${readyAt} <= ${now}
    order by p.alone desc, p.requested_at, p.id limit ${PAYOUTS_PER_BATCH}
    for update of p skip locked for share of u`.execute(tx);
  const taken = rows[0]?.alone ? rows.slice(0, 1) : rows;
  if (taken.length === 0) return null;
  const batchId = newId();
  await tx
    .insertInto('payout_batches')
    .values({ id: batchId, state: 'created', created_at: now, next_step_at: now })
    .execute();
  const ids = taken.map(({ id }) => id);
  await sql`
    update payouts set state = 'processing', rail = 'paypal', batch_id = ${batchId}, not_before = null,
      processing_at = coalesce(processing_at, ${now})
    where id = any(${ids}::uuid[])`.execute(tx);
  await writeAudit(tx, bySystem(now), 'payout_batch.created', 'payout_batch', batchId, { payouts: ids });
  return batchId;
}

/** SQL: when the next payout can be handed over; null when none waits. */
export const nextReadyAt = sql`(select min(${readyAt}) ${waiting})`;
