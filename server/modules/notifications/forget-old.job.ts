import { type RawBuilder, sql } from 'kysely';
import { NOTIFICATION_READ_MONTHS, NOTIFICATION_UNREAD_MONTHS } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';

/** A delivery is kept for this many days, to show that a notification was sent and by which channel. */
export const DELIVERIES_KEPT_DAYS = 30;

const BATCH = 5_000;

/** Once a day: deletes expired notifications and deliveries, in batches with one transaction each. */
export function forgetOldNotifications(db: Database): Job {
  let next = 0;
  return {
    name: 'notifications.forget-old',
    async run(now, signal) {
      if (now.getTime() < next) return;
      for (const old of [endedDeliveries(now), readNotifications(now), neverRead(now)]) {
        while (!signal?.aborted && (await forgetSome(db, old)) === BATCH);
      }
      if (!signal?.aborted) next = after(now, DAY).getTime();
    },
  };
}

const endedDeliveries = (now: Date) => sql`
  delete from notification_deliveries where id in (
    select id from notification_deliveries
    where state <> 'waiting' and ended_at < ${after(now, -DELIVERIES_KEPT_DAYS * DAY)} limit ${BATCH})`;

const readNotifications = (now: Date) => sql`
  delete from notifications where id in (
    select id from notifications
    where read_at < ${now}::timestamptz - make_interval(months => ${NOTIFICATION_READ_MONTHS}) limit ${BATCH})`;

/**
 * Deletes old unread notifications. Checks `read_at` again in the delete, so that a notification that is read
 * at that moment is kept.
 */
const neverRead = (now: Date) => sql`
  delete from notifications where read_at is null and id in (
    select id from notifications
    where read_at is null and created_at < ${now}::timestamptz - make_interval(months => ${NOTIFICATION_UNREAD_MONTHS})
    limit ${BATCH})`;

/** Runs a delete. Returns the number of deleted rows. */
const forgetSome = async (db: Database, old: RawBuilder<unknown>): Promise<number> =>
  Number((await old.execute(db)).numAffectedRows ?? 0n);
