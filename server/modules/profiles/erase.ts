import type { Tx } from '#server/infra/transaction.ts';

/** Takes name and photo off a profile; the name is free for others. */
export async function eraseProfile(tx: Tx, userId: string): Promise<void> {
  const name = `deleted_${userId.replaceAll('-', '').slice(-12)}`;
  await tx
    .updateTable('profiles')
    .set({ username: name, full_name: name, avatar_media_id: null, earnings_hidden: true })
    .where('user_id', '=', userId)
    .execute();
}
