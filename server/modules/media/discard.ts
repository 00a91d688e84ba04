import type { AccountId } from '#contract/accounts/ids.ts';
import type { Outcome } from '#server/infra/outcome.ts';
import { refuse } from '#server/infra/outcome.ts';
import { violates } from '#server/infra/transaction.ts';
import type { UploadDeps } from './append-bytes.ts';

/**
 * Removes a person's own source video that no listing uses, or the unfinished file of a clip. If a listing
 * starts to use the video at the same moment, the foreign key prevents the removal.
 */
export async function discardUpload(
  { db, storage, receiving }: Omit<UploadDeps, 'space'>,
  ownerId: AccountId,
  id: string,
): Promise<Outcome<Record<string, never>, 'not_found'>> {
  try {
    const row = await db
      .deleteFrom('media_files')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where((eb) =>
        eb.or([
          eb('kind', '=', 'source'),
          eb.and([eb('kind', '=', 'clip'), eb('state', 'in', ['uploading', 'refused'])]),
        ]),
      )
      .returning('storage_key')
      .executeTakeFirst();
    if (!row) return refuse('not_found');
    await receiving.end(id);
    await storage.remove(row.storage_key);
    return {};
  } catch (error) {
    if (violates(error, 'listing_versions_source_media_id_fkey')) return refuse('not_found');
    throw error;
  }
}
