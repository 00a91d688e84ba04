import type { NotificationTopic } from '#contract/notifications.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Has one topic mailed to a person from now on, or not; what was told before stays as it is. */
export async function setNotificationPreference(
  db: Database,
  userId: string,
  { topic, byMail }: { topic: NotificationTopic; byMail: boolean },
): Promise<void> {
  await db
    .insertInto('notification_preferences')
    .values({ user_id: userId, topic, by_mail: byMail })
    .onConflict((oc) => oc.columns(['user_id', 'topic']).doUpdateSet({ by_mail: byMail }))
    .execute();
}
