import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';

const erased = {
  state: 'erased' as const,
  file_name: 'erased',
  remove_at: null,
  // Unfinished uploads get a date too, because they may have bytes on the disk.
  ready_at: sql<Date>`coalesce(ready_at, created_at)`,
};

/** Hides the file from everybody as of the commit; a job deletes its bytes. */
export async function eraseFile(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('media_files').set(erased).where('id', '=', id).execute();
  await tx.deleteFrom('source_transcripts').where('media_id', '=', id).execute();
  await tx.deleteFrom('source_chats').where('media_id', '=', id).execute();
}

/** Hides all files of a person in the same way. */
export async function eraseFilesOf(tx: Tx, ownerId: AccountId): Promise<void> {
  await tx
    .updateTable('media_files')
    .set(erased)
    .where('owner_id', '=', ownerId)
    .where('state', '<>', 'erased')
    .execute();
  const own = tx.selectFrom('media_files').select('id').where('owner_id', '=', ownerId);
  await tx.deleteFrom('source_transcripts').where('media_id', 'in', own).execute();
  await tx.deleteFrom('source_chats').where('media_id', 'in', own).execute();
}
