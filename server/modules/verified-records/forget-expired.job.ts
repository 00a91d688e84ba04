import { after, DAY, HOUR } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/** A clipper sees a record for this many days after its expiry. */
const KEPT_DAYS = 30;

/** Deletes records long after their expiry. Their signed tokens have expired too. */
export function forgetExpired(db: Database): Job {
  let nextLook = 0;
  return {
    name: 'verified-records.forget-expired',
    async run(now) {
      if (now.getTime() < nextLook) return;
      nextLook = now.getTime() + HOUR;
      await db
        .deleteFrom('verified_records')
        .where('expires_at', '<', after(now, -KEPT_DAYS * DAY))
        .execute();
    },
  };
}
