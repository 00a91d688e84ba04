import { sql } from 'kysely';
import { WEBHOOK_DELIVERIES_KEPT_DAYS } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

const BATCH = 5_000;

/** Every hour, deletes deliveries beyond the log's retention, in batches with a transaction each. */
export function forgetOldDeliveries(db: Database): Job {
  let next = 0;
  return {
    name: 'webhook-endpoints.forget-old',
    async run(now, signal) {
      if (now.getTime() < next) return;
      const before = after(now, -WEBHOOK_DELIVERIES_KEPT_DAYS * DAY);
      while (!signal?.aborted && (await forgetSome(db, before)) === BATCH);
      next = after(now, HOUR).getTime();
    },
  };
}

async function forgetSome(db: Database, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where created_at < ${before} order by created_at limit ${BATCH}
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
