import { UNUSED_CODE_DAYS } from '#contract/limits.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Once an hour: deletes consents that did not come back from the platform, and unused codes with what an admin found in the bio,
 * which may be somebody else's; and refusals of accounts that are not connected any more.
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
