import type { Tx } from '#server/infra/transaction.ts';

/** Hides the file from everybody as of the commit; a job deletes its bytes. */
export async function eraseFile(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('media_files')
    .set({ state: 'erased', file_name: 'erased', remove_at: null })
    .where('id', '=', id)
    .execute();
}

/** The same for everything that a person uploaded. */
export async function eraseFilesOf(tx: Tx, ownerId: string): Promise<void> {
  await tx
    .updateTable('media_files')
    .set((eb) => ({
      state: 'erased',
      file_name: 'erased',
      remove_at: null,
      // Unfinished uploads too, since they may have bytes on the disk.
      ready_at: eb.fn.coalesce('ready_at', 'created_at'),
    }))
    .where('owner_id', '=', ownerId)
    .where('state', '<>', 'erased')
    .execute();
}
