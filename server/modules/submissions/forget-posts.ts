import type { AccountId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { eraseFile } from '#server/modules/media/media.ts';

/**
 * Deletes the captions and posters of an account's posts, as its owner requested at the platform. The results of
 * the caption checks stay: whether the post disclosed the ad, and which hashtags were missing.
 */
export async function forgetPosts(
  tx: Tx,
  { connectionId, accountId }: { connectionId: string; accountId: AccountId },
): Promise<void> {
  await tx
    .updateTable('submissions')
    .set({ caption: '' })
    .where('clipper_id', '=', accountId)
    .where('connection_id', '=', connectionId)
    .execute();
  const posters = await tx
    .updateTable('clip_posters as p')
    .from('submissions as s')
    .set({ source_url: null, next_try_at: null })
    .whereRef('s.id', '=', 'p.submission_id')
    .where('s.clipper_id', '=', accountId)
    .where('s.connection_id', '=', connectionId)
    .returning('p.media_id')
    .execute();
  const ids = new Set(posters.flatMap(({ media_id: id }) => id ?? []));
  for (const id of ids) await eraseFile(tx, id);
}
