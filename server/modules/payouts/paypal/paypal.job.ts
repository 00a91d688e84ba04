import { sql } from 'kysely';
import type { Clock } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { isPaused } from '#server/modules/payouts/pause.ts';
import { claimBatch, nextReadyAt } from './claim-batch.ts';
import type { PaypalClient } from './client.ts';
import { readBatches } from './read-batch.ts';
import { abandonOld, sendBatches } from './send-batch.ts';

/** Hands payouts to PayPal and finds out what became of them. */
export const payByPaypal = (db: Database, client: PaypalClient, clock: Clock): Job => ({
  name: 'payouts.paypal',
  async run(now, signal) {
    await abandonOld(db, now);
    while (!signal?.aborted && (await transact(db, (tx) => claimBatch(tx, now))));
    await sendBatches(db, client, now, signal);
    await readBatches(db, client, now, signal);
  },
  async nextDueAt() {
    const paused = await isPaused(db);
    const { rows } = await sql<{ at: Date | null }>`
      select min(next_step_at) as at from payout_batches
      where next_step_at > ${clock.now()} and (state = 'sent' or not ${paused})`.execute(db);
    const dues = [rows[0]?.at ?? null, paused ? null : await nextReadyAt(db)].filter((at) => at !== null);
    return dues.length > 0 ? new Date(Math.min(...dues.map((at) => at.getTime()))) : null;
  },
});
