import { Readable } from 'node:stream';
import type { ErrorCode } from '#contract/errors.ts';
import { PHOTO_MAX_BYTES } from '#contract/limits.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type MediaStorage, newStorageKey } from './storage.ts';
import { stripPhoto } from './strip-photo.ts';

export type PhotoCode = Extract<ErrorCode, 'photo_type' | 'photo_too_large' | 'photo_unreadable'>;

/** A photo whose bytes are on the disk and that nothing names yet. */
export interface WaitingPhoto {
  /** Makes it this person's file, in the caller's transaction; returns its id. */
  enter(tx: Tx, ownerId: string, now: Date): Promise<string>;
  /** Removes the bytes again when the transaction failed. */
  forget(): Promise<void>;
}

/** Judges and stores a photo. */
export async function keepPhoto(
  storage: MediaStorage,
  sent: Buffer,
): Promise<Outcome<WaitingPhoto, PhotoCode>> {
  if (sent.length > PHOTO_MAX_BYTES) return refuse('photo_too_large');
  const photo = stripPhoto(sent);
  if (isRefusal(photo)) return photo;
  const key = newStorageKey();
  const part = await storage.receive(key, Readable.from([photo.bytes]), PHOTO_MAX_BYTES);
  await storage.keep(key, part.path);
  return {
    async enter(tx, ownerId, now) {
      const id = newId();
      await tx
        .insertInto('media_files')
        .values({
          id,
          owner_id: ownerId,
          kind: 'photo',
          state: 'ready',
          file_name: photo.contentType === 'image/png' ? 'photo.png' : 'photo.jpg',
          content_type: photo.contentType,
          size_bytes: BigInt(photo.bytes.length),
          width: photo.width,
          height: photo.height,
          storage_key: key,
          created_at: now,
          ready_at: now,
        })
        .execute();
      return id;
    },
    forget: () => storage.remove(key),
  };
}
