import { sql } from 'kysely';
import { after, DAY, MINUTE } from '#server/infra/clock.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { nextReadAfter, WATCH_DAYS } from '#server/modules/payouts/rules.ts';
import { applyItem } from './apply-item.ts';
import type { BatchRead, PaypalClient } from './client.ts';
import { failBatch } from './fail-batch.ts';
import type { PaypalItem } from './reply.ts';

interface Watched {
  id: string;
  paypal_batch_id: string;
  sent_at: Date;
}

/**
 * Reads every batch that is due for a poll at PayPal, because messages can be late or lost. Batches with open
 * payments are read soon and then less and less often; finished ones once a day for a while, because money
 * can still be returned.
 */
export async function readBatches(db: Database, client: PaypalClient, now: Date, signal?: AbortSignal) {
  while (!signal?.aborted) {
    const batch = await lease(db, now);
    if (!batch) return;
    const read = await client.read(batch.paypal_batch_id);
    const problem = read.kind === 'later' ? read.problem : await apply(db, batch, read, now);
    await settleNext(db, batch, problem, now);
  }
}

async function lease(db: Database, now: Date): Promise<Watched | null> {
  const { rows } = await sql<Watched>`
    update payout_batches set next_step_at = ${after(now, 5 * MINUTE)}
    where id = (
      select id from payout_batches where state = 'sent' and next_step_at <= ${now}
      order by next_step_at, id limit 1 for update skip locked)
    returning id, paypal_batch_id, sent_at`.execute(db);
  return rows[0] ?? null;
}

async function apply(
  db: Database,
  batch: Watched,
  { status, items }: Extract<BatchRead, { kind: 'read' }>,
  now: Date,
): Promise<string | null> {
  let problem: string | null = null;
  for (const item of await changed(db, batch.id, items)) {
    problem = (await transact(db, (tx) => applyItem(tx, batch.id, item, now))) ?? problem;
  }
  if (status === 'DENIED' || status === 'CANCELED') {
    await transact(db, (tx) => failBatch(tx, batch.id, status, now));
  }
  return problem;
}

/** Returns the items whose state differs from the recorded one, in the order of their payouts. */
async function changed(db: Database, batchId: string, items: PaypalItem[]): Promise<PaypalItem[]> {
  const known = await db
    .selectFrom('payouts')
    .select(['id', 'item_state'])
    .where('batch_id', '=', batchId)
    .execute();
  const states = new Map(known.map((row) => [row.id, row.item_state]));
  return items
    .filter(({ payoutId, state }) => states.get(payoutId) !== state)
    .toSorted((a, b) => a.payoutId.localeCompare(b.payoutId));
}

async function settleNext(db: Database, batch: Watched, problem: string | null, now: Date): Promise<void> {
  const open = await db
    .selectFrom('payouts')
    .select('id')
    .where('batch_id', '=', batch.id)
    .where('state', '=', 'processing')
    .limit(1)
    .executeTakeFirst();
  const age = now.getTime() - batch.sent_at.getTime();
  const over = !open && age > WATCH_DAYS * DAY;
  await db
    .updateTable('payout_batches')
    .set({
      state: over ? 'closed' : 'sent',
      next_step_at: over ? null : after(now, nextReadAfter(age, open !== undefined)),
      problem,
    })
    .where('id', '=', batch.id)
    .where('state', '=', 'sent')
    .execute();
}
