import type { UserId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';

/** Deletes a person's notifications and notification settings. */
export async function eraseNotifications(tx: Tx, userId: UserId): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', userId).execute();
  await tx.deleteFrom('notification_preferences').where('user_id', '=', userId).execute();
  await tx.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('notification_channel_preferences').where('user_id', '=', userId).execute();
}
