import { after, DAY, HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/** A host sees an expired link for this many days. */
const KEPT_DAYS = 30;

/** Deletes links long after their expiry. */
export function forgetExpired(db: Database): Job {
  let nextLook = 0;
  return {
    name: 'listing-results.forget-expired',
    async run(now) {
      if (now.getTime() < nextLook) return;
      nextLook = now.getTime() + HOUR;
      await db
        .deleteFrom('result_links')
        .where('expires_at', '<', after(now, -KEPT_DAYS * DAY))
        .execute();
    },
  };
}
