import type { Tx } from '#server/infra/transaction.ts';

/** Removes what a person was told, and what they chose to be mailed. */
export async function eraseNotifications(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', userId).execute();
  await tx.deleteFrom('notification_preferences').where('user_id', '=', userId).execute();
}
