import { after, DAY } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/** So long it is known that a notification left, and how. */
export const DELIVERIES_KEPT_DAYS = 30;

/** Once a day: deliveries that ended a month ago go. */
export function forgetOldDeliveries(db: Database): Job {
  let next = 0;
  return {
    name: 'notifications.forget-old',
    async run(now) {
      if (now.getTime() < next) return;
      next = after(now, DAY).getTime();
      await db
        .deleteFrom('notification_deliveries')
        .where('state', '<>', 'waiting')
        .where('ended_at', '<', after(now, -DELIVERIES_KEPT_DAYS * DAY))
        .execute();
    },
  };
}
