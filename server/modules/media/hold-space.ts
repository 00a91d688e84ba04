import { sql } from 'kysely';
import { isRefusal, type Refusal, refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import type { UploadKind, UploadRow } from './queries.ts';
import { hasSender } from './senders.ts';
import { checkHeld, lockSpace, type UploadSpace } from './upload-space.ts';

/**
 * Holds space for the bytes of an upload up to `endBytes` before a request sends them, so that concurrent
 * requests never exceed the total space. If the process dies, the space remains held until
 * `releaseForgotten`.
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
    // The space is locked after the row, so that a request that waits for the row does not block all others.
    await lockSpace(tx);
    // A refusal rolls the update back.
    return (await checkHeld(tx, file.kind as UploadKind, endBytes - fromBytes, space)) ?? row;
  });
  return isRefusal(held) ? held : null;
}

/** Reduces the held space to the arrived bytes, once the request that held up to `heldBytes` has ended. */
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
    // If the value differs, a newer request of the upload holds space.
    .where('held_bytes', '=', BigInt(heldBytes))
    .execute();
}

/**
 * Reduces the held space of an upload without a sender to its arrived bytes, because the process that
 * received the upload may have died.
 */
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
    // Each request that brings bytes changes remove_at; an equal value means that none arrived since they
    // were counted.
    .where('remove_at', '=', remove_at)
    .where(sql<boolean>`not ${hasSender}`)
    .execute();
}
