import { sql } from 'kysely';
import { micros } from '#contract/money.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { after, HOUR, MINUTE, SECOND } from '#server/infra/clock.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { bookFailed, movedColumns } from '#server/modules/payouts/book-moves.ts';
import { lockBalances } from '#server/modules/payouts/lock-balances.ts';
import { isPaused } from '#server/modules/payouts/pause.ts';
import { ASK_AGAIN_DAYS, failureText, retryAfter } from '#server/modules/payouts/rules.ts';
import type { Payment, PaypalClient, Sent } from './client.ts';

/** Lease of a batch that is being sent; longer than a call can take. */
const LEASE = 2 * MINUTE;
const REFUSED_WAIT = HOUR;

interface Leased {
  id: string;
  attempts: number;
  /** The result of an earlier attempt is unknown. */
  uncertain: boolean;
}

/**
 * Sends every batch that is due. The batch, its id and the fact that it is being tried are committed before
 * the call, so a process killed in the middle leaves a batch that is sent again under the same id.
 */
export async function sendBatches(db: Database, client: PaypalClient, now: Date, signal?: AbortSignal) {
  while (!signal?.aborted && !(await isPaused(db))) {
    const batch = await lease(db, now);
    if (!batch) return;
    const sent = await client.send(batch.id, await paymentsOf(db, batch.id));
    await transact(db, (tx) => record(tx, batch, sent, now));
  }
}

async function lease(db: Database, now: Date): Promise<Leased | null> {
  const { rows } = await sql<Leased>`
    update payout_batches b
    set next_step_at = ${after(now, LEASE)}, attempts = b.attempts + 1, uncertain = true
    from (
      select id, uncertain from payout_batches
      where state = 'created' and next_step_at <= ${now} and created_at > ${after(now, -ASK_AGAIN_DAYS * 24 * HOUR)}
      order by next_step_at, id limit 1 for update skip locked
    ) mine
    where b.id = mine.id
    returning b.id, b.attempts, mine.uncertain`.execute(db);
  return rows[0] ?? null;
}

async function paymentsOf(db: Database, batchId: string): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payouts')
    .select(['id', 'destination', 'amount_micros'])
    .where('batch_id', '=', batchId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    payoutId: row.id,
    receiver: row.destination,
    amountMicros: micros(row.amount_micros),
  }));
}

async function record(tx: Tx, batch: Leased, sent: Sent, now: Date): Promise<void> {
  if (sent.kind === 'accepted') return await recordAccepted(tx, batch.id, sent.batchId, now);
  // If the result of an earlier attempt is unknown, a refusal does not show whether that attempt paid, so the
  // batch may only be sent again under the same id.
  if (sent.kind === 'refused' && !batch.uncertain) return await release(tx, batch, sent, now);
  const waitMs =
    sent.kind === 'later'
      ? Math.max(retryAfter(batch.attempts), (sent.waitSeconds ?? 0) * SECOND)
      : REFUSED_WAIT;
  await tx
    .updateTable('payout_batches')
    .set({
      next_step_at: after(now, waitMs),
      uncertain: batch.uncertain || (sent.kind === 'later' && sent.reached),
      problem: sent.problem,
    })
    .where('id', '=', batch.id)
    .where('state', '=', 'created')
    .where('attempts', '=', batch.attempts)
    .execute();
}

/** Records that PayPal has the batch. Safe to repeat: a reply to an earlier attempt names the same batch. */
export async function recordAccepted(
  tx: Tx,
  batchId: string,
  paypalBatchId: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('payout_batches')
    .set({
      state: 'sent',
      sent_at: now,
      paypal_batch_id: paypalBatchId,
      next_step_at: after(now, 30 * SECOND),
      problem: null,
    })
    .where('id', '=', batchId)
    .where('state', 'in', ['created', 'abandoned'])
    .execute();
}

/**
 * Releases the payouts of a batch that PayPal refused at its first attempt, so none of it was paid. After a
 * refusal because of our account, the payouts are tried again in an hour, under a new id. After a refusal
 * because of the content, each payout is tried alone; a payout that is refused alone has failed.
 */
async function release(
  tx: Tx,
  batch: Leased,
  { because, problem }: Extract<Sent, { kind: 'refused' }>,
  now: Date,
): Promise<void> {
  const refused = await tx
    .updateTable('payout_batches')
    .set({ state: 'refused', next_step_at: null, problem, uncertain: false })
    .where('id', '=', batch.id)
    .where('state', '=', 'created')
    .where('attempts', '=', batch.attempts)
    .returning('id')
    .executeTakeFirst();
  if (!refused) return;
  await writeAudit(tx, bySystem(now), 'payout_batch.refused', 'payout_batch', batch.id, { problem });
  const inBatch = await tx
    .selectFrom('payouts')
    .select('clipper_id')
    .where('batch_id', '=', batch.id)
    .execute();
  await lockBalances(
    tx,
    inBatch.map(({ clipper_id }) => clipper_id),
  );
  const payouts = await tx
    .selectFrom('payouts')
    .select(movedColumns)
    .where('batch_id', '=', batch.id)
    .where('state', '=', 'processing')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (because === 'content' && payouts.length === 1) {
    const reason = failureText('VALIDATION_ERROR');
    await tx
      .updateTable('payouts')
      .set({ state: 'failed', finished_at: now, failure: reason })
      .where('id', '=', payouts[0]!.id)
      .execute();
    await bookFailed(tx, payouts[0]!, reason, now);
    await writeAudit(tx, bySystem(now), 'payout.failed', 'payout', payouts[0]!.id, { problem });
    return;
  }
  const alone = because === 'content';
  await tx
    .updateTable('payouts')
    .set({ batch_id: null, not_before: alone ? now : after(now, REFUSED_WAIT), ...(alone ? { alone } : {}) })
    .where('batch_id', '=', batch.id)
    .where('state', '=', 'processing')
    .execute();
}

/**
 * Abandons batches without an answer some days before PayPal forgets their ids, which is after 30 days. From
 * then on only a person may record the result of such a batch.
 */
export async function abandonOld(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('payout_batches')
    .set({ state: 'abandoned', next_step_at: null })
    .where('state', '=', 'created')
    .where('created_at', '<=', after(now, -ASK_AGAIN_DAYS * 24 * HOUR))
    .execute();
}
