import { UNUSED_CODE_DAYS } from '#contract/limits.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Deletes once an hour: consents that never returned from the platform; unused codes with the bio text that
 * an admin found, which may be another person's; refusals of accounts that are no longer connected.
 */
export function forgetExpiredJob(db: Database): Job {
  let next = 0;
  return {
    name: 'connections.forget-expired',
    async run(now) {
      if (now.getTime() < next) return;
      await db.deleteFrom('connection_attempts').where('expires_at', '<', after(now, -DAY)).execute();
      await db
        .deleteFrom('connection_codes')
        .where('used_at', 'is', null)
        .where('expires_at', '<', after(now, -UNUSED_CODE_DAYS * DAY))
        .execute();
      await db
        .deleteFrom('account_refusals')
        .where('connection_id', 'in', (eb) =>
          eb.selectFrom('connections').select('id').where('state', '<>', 'active'),
        )
        .execute();
      next = after(now, HOUR).getTime();
    },
  };
}
