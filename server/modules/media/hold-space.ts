import { sql } from 'kysely';
import { isRefusal, type Refusal, refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import type { UploadKind, UploadRow } from './queries.ts';
import { hasSender } from './senders.ts';
import { checkHeld, lockSpace, type UploadSpace } from './space.ts';

/**
 * Holds space for the bytes of an upload up to `endBytes`, before a request brings them, so that requests at the same moment
 * never exceed the space of all. A process that dies leaves it held until somebody looks (`releaseForgotten`).
 */
export async function holdSpace(
  db: Database,
  file: Pick<UploadRow, 'id' | 'kind'>,
  { fromBytes, endBytes }: { fromBytes: number; endBytes: number },
  space: UploadSpace,
): Promise<Refusal<'not_found' | 'uploads_full'> | null> {
  const held = await transact(db, async (tx) => {
    const row = await tx
      .updateTable('media_files')
      .set({ held_bytes: BigInt(endBytes) })
      .where('id', '=', file.id)
      .where('state', '=', 'uploading')
      .returning('id')
      .executeTakeFirst();
    if (!row) return refuse('not_found');
    // After the row, so that nobody who waits for the row keeps all others waiting.
    await lockSpace(tx);
    // The refusal takes the update back.
    return (await checkHeld(tx, file.kind as UploadKind, endBytes - fromBytes, space)) ?? row;
  });
  return isRefusal(held) ? held : null;
}

/** Holds no more than what arrived, once the request that held up to `heldBytes` is over. */
export async function releaseSpace(
  db: Database,
  id: string,
  { arrivedBytes, heldBytes }: { arrivedBytes: number; heldBytes: number },
): Promise<void> {
  await db
    .updateTable('media_files')
    .set({ held_bytes: BigInt(arrivedBytes) })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    // Else a newer request of the upload holds space for itself.
    .where('held_bytes', '=', BigInt(heldBytes))
    .execute();
}

/** Holds no more than what arrived of an upload that nobody sends: the process that received it may have died. */
export async function releaseForgotten(
  db: Database,
  { id, held_bytes, remove_at }: Pick<UploadRow, 'id' | 'held_bytes' | 'remove_at'>,
  arrivedBytes: number,
): Promise<void> {
  if (held_bytes === null || Number(held_bytes) <= arrivedBytes) return;
  await db
    .updateTable('media_files')
    .set({ held_bytes: BigInt(arrivedBytes) })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .where('held_bytes', '=', held_bytes)
    // Each request that brings bytes moves it: none came since they were counted.
    .where('remove_at', '=', remove_at)
    .where(sql<boolean>`not ${hasSender}`)
    .execute();
}
