import { sql } from 'kysely';
import type { Clock } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { pauseIsOpen } from '#server/modules/payouts/pause.ts';
import { claimBatch, nextReadyAt } from './claim-batch.ts';
import type { PaypalClient } from './client.ts';
import { readBatches } from './read-batch.ts';
import { abandonOld, sendBatches } from './send-batch.ts';

/** Hands payouts to PayPal and reads their results. */
export const payByPaypal = (db: Database, client: PaypalClient, clock: Clock): Job => ({
  name: 'payouts.paypal',
  async run(now, signal) {
    await abandonOld(db, now);
    while (!signal?.aborted && (await transact(db, (tx) => claimBatch(tx, now))));
    await sendBatches(db, client, now, signal);
    await readBatches(db, client, now, signal);
  },
  nextDueAt: () => sql`
    select least(
      (select min(next_step_at) from payout_batches
        where next_step_at > ${clock.now()} and (state = 'sent' or not ${pauseIsOpen})),
      case when not ${pauseIsOpen} then ${nextReadyAt} end)`,
});
