import type { Tx } from '#server/infra/transaction.ts';

/**
 * Deletes the words of an account's posts, as the account's owner asked the platform. What was judged by them stands
 * beside them: whether they named the ad, and which hashtags they lacked (`caption_checks`).
 */
export async function forgetCaptions(
  tx: Tx,
  { connectionId, userId }: { connectionId: string; userId: string },
): Promise<void> {
  await tx
    .updateTable('submissions')
    .set({ caption: '' })
    .where('clipper_id', '=', userId)
    .where('connection_id', '=', connectionId)
    .execute();
}
