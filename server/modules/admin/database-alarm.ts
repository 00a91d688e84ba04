import { MINUTE } from '#server/infra/clock.ts';

/**
 * The operator is notified after this time. A restart of the database, or a change of its primary, takes
 * less.
 */
const AWAY_MS = 2 * MINUTE;

/** Sends the operator a message. Returns false if it was refused. */
export type Notify = (message: { subject: string; text: string; ok: boolean }, at: Date) => Promise<boolean>;

/** The check's name in System Health. */
export const DATABASE = 'Database';
const AWAY =
  'The database does not answer. Requests are answered with 503 and jobs wait until it is back. The runbook (DatabaseAway) says where to look.';

/**
 * Notifies the operator when the database is away and when it is back. Uses neither the outbox nor the table
 * of alarms, because both are in the database. Each way gets one message, which is retried until the way
 * accepts it. Each process that runs jobs notifies.
 */
export function databaseAlarm(ways: readonly Notify[]): { note(isAway: boolean, now: Date): Promise<void> } {
  let since: Date | null = null;
  const notified = new Set<Notify>();
  return {
    async note(isAway, now) {
      if (isAway) since ??= now;
      if (isAway && now.getTime() - since!.getTime() < AWAY_MS) return;
      const waiting = ways.filter((notify) => notified.has(notify) !== isAway);
      for (const notify of waiting) {
        const message = isAway
          ? { subject: `Needs attention: ${DATABASE}`, text: AWAY, ok: false }
          : { subject: `Well again: ${DATABASE}`, text: 'The database answers again.', ok: true };
        if (!(await notify(message, now))) continue;
        if (isAway) notified.add(notify);
        else notified.delete(notify);
      }
      if (!isAway) since = null;
    },
  };
}
