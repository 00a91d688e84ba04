import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ErrorCode } from '#contract/errors.ts';
import { PHOTO_MAX_BYTES, PROOF_MAX_BYTES } from '#contract/limits.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type MediaStorage, newStorageKey } from './storage.ts';
import { stripPhoto } from './strip-photo.ts';

/** What a picture is for. */
interface Purpose<TooLarge> {
  kind: 'photo' | 'proof';
  maxBytes: number;
  tooLarge: TooLarge;
}

/** A person's photo. */
export const asPhoto = { kind: 'photo', maxBytes: PHOTO_MAX_BYTES, tooLarge: 'photo_too_large' } as const;
/** A screenshot that proves a count. */
export const asProof = { kind: 'proof', maxBytes: PROOF_MAX_BYTES, tooLarge: 'proof_too_large' } as const;

/** A picture whose bytes are on the disk and that nothing names yet. */
export interface WaitingPicture {
  /** Of the bytes that are kept: what stands beside the picture in the file makes no other picture of it. */
  sha256: string;
  /** Makes it this person's file, in the caller's transaction; returns its id. */
  enter(tx: Tx, ownerId: string, now: Date): Promise<string>;
  /** Removes the bytes again when the transaction failed. */
  forget(): Promise<void>;
}

/** Judges and stores a picture. */
export async function keepPicture<TooLarge extends ErrorCode>(
  storage: MediaStorage,
  sent: Buffer,
  { kind, maxBytes, tooLarge }: Purpose<TooLarge>,
): Promise<Outcome<WaitingPicture, TooLarge | 'photo_type' | 'photo_unreadable'>> {
  if (sent.length > maxBytes) return refuse(tooLarge);
  const photo = stripPhoto(sent);
  if (isRefusal(photo)) return photo;
  const key = newStorageKey();
  const part = await storage.receive(key, Readable.from([photo.bytes]), maxBytes);
  await storage.keep(key, part.path);
  return {
    sha256: createHash('sha256').update(photo.bytes).digest('hex'),
    async enter(tx, ownerId, now) {
      const id = newId();
      await tx
        .insertInto('media_files')
        .values({
          id,
          owner_id: ownerId,
          kind,
          state: 'ready',
          file_name: `${kind}.${photo.contentType === 'image/png' ? 'png' : 'jpg'}`,
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
