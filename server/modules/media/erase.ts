import type { Tx } from '#server/infra/transaction.ts';

/** Nobody sees the file from the commit on; a job removes its bytes. */
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
      // Also what never was ready may have bytes on the disk.
      ready_at: eb.fn.coalesce('ready_at', 'created_at'),
    }))
    .where('owner_id', '=', ownerId)
    .where('state', '<>', 'erased')
    .execute();
}
