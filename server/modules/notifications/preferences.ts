import { sql } from 'kysely';
import type { Role } from '#contract/accounts/accounts.ts';
import type { UserId } from '#contract/accounts/ids.ts';
import {
  type NotificationChannel,
  type NotificationTiming,
  type NotificationTopic,
  notificationChannels,
  notificationTopics,
  timingsFor,
  topicRules,
} from '#contract/notifications/notification-topics.ts';
import type { NotificationPreference } from '#contract/notifications/notifications.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';

type TimingOf = (
  userId: UserId,
  topic: NotificationTopic,
  channel: NotificationChannel,
) => NotificationTiming;

/** Returns a lookup of when these people want a topic on a channel. */
export async function readTimings(db: Database | Tx, userIds: UserId[]): Promise<TimingOf> {
  const { rows } = await sql<{ key: string; timing: NotificationTiming }>`
    select user_id || ' ' || topic || ' ' || channel as key, timing from notification_channel_preferences
    where user_id = any(${userIds}::uuid[])`.execute(db);
  const chosen = new Map(rows.map(({ key, timing }) => [key, timing]));
  return (userId, topic, channel) => {
    const timing = chosen.get(`${userId} ${topic} ${channel}`);
    return timing && timingsFor(topic, channel).includes(timing)
      ? timing
      : topicRules[topic].timings[channel];
  };
}

/** Returns every topic of a role with the person's choice for each channel. */
export async function preferencesOf(
  db: Database,
  { userId, role }: { userId: UserId; role: Role | null },
): Promise<NotificationPreference[]> {
  const timingOf = await readTimings(db, [userId]);
  return notificationTopics
    .filter((topic) => role !== null && topicRules[topic].roles.includes(role))
    .flatMap((topic) =>
      notificationChannels.map((channel) => ({ topic, channel, timing: timingOf(userId, topic, channel) })),
    );
}

/**
 * Sets when a person gets a topic on a channel. Waiting deliveries keep their time, unless the topic is
 * turned off.
 */
export async function setPreference(
  db: Database,
  userId: UserId,
  { topic, channel, timing }: NotificationPreference,
  now: Date,
): Promise<void> {
  await transact(db, async (tx) => {
    // A process of version 0.2.0 reads this table. A trigger on the table also writes a channel preference,
    // so the real preference is written after it.
    if (channel === 'mail')
      await tx
        .insertInto('notification_preferences')
        .values({ user_id: userId, topic, by_mail: timing === 'now' })
        .onConflict((oc) => oc.columns(['user_id', 'topic']).doUpdateSet({ by_mail: timing === 'now' }))
        .execute();
    await tx
      .insertInto('notification_channel_preferences')
      .values({ user_id: userId, topic, channel, timing })
      .onConflict((oc) => oc.columns(['user_id', 'topic', 'channel']).doUpdateSet({ timing }))
      .execute();
    if (timing === 'off')
      await tx
        .updateTable('notification_deliveries')
        .set({ state: 'dropped', ended_at: now, lease_id: null, leased_until: null })
        .where('user_id', '=', userId)
        .where('channel', '=', channel)
        .where('topic', '=', topic)
        .where('state', '=', 'waiting')
        .execute();
  });
}
