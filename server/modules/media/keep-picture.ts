import { Readable } from 'node:stream';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { PHOTO_MAX_BYTES, SCREENSHOT_MAX_BYTES } from '#contract/limits.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { OwnPictureKind, Picture } from './redraw/picture.ts';
import type { RedrawPicture } from './redraw-picture.ts';
import { type MediaStorage, newStorageKey } from './storage.ts';

/** Limits and refusal of a purpose of pictures. */
interface Purpose<TooLarge> {
  kind: OwnPictureKind;
  maxBytes: number;
  tooLarge: TooLarge;
}

export const asPhoto = { kind: 'photo', maxBytes: PHOTO_MAX_BYTES, tooLarge: 'photo_too_large' } as const;
/** The still that a platform shows of a clip before it plays. */
export const asPoster = { kind: 'poster', maxBytes: PHOTO_MAX_BYTES, tooLarge: 'photo_too_large' } as const;
/** A screenshot that proves a view count. */
export const asScreenshot = {
  kind: 'screenshot',
  maxBytes: SCREENSHOT_MAX_BYTES,
  tooLarge: 'screenshot_too_large',
} as const;

const endings = { 'image/webp': 'webp', 'image/png': 'png', 'image/jpeg': 'jpg' } as const;

/** A picture whose bytes are stored, but that no row refers to yet. */
export interface WaitingPicture {
  /** Hash of the pixels: re-encoding or other metadata does not make it a different picture. */
  sha256: string;
  /** Assigns the picture to this person in the caller's transaction; returns its id. */
  enter(tx: Tx, ownerId: AccountId, now: Date): Promise<string>;
  /** Removes the bytes again after the transaction failed. */
  forget(): Promise<void>;
}

/** Re-encodes a picture and stores it in both sizes. */
export async function keepPicture<TooLarge extends ErrorCode>(
  { storage, redraw }: { storage: MediaStorage; redraw: RedrawPicture },
  sent: Buffer,
  { kind, maxBytes, tooLarge }: Purpose<TooLarge>,
): Promise<Outcome<WaitingPicture, TooLarge | 'photo_type' | 'photo_unreadable'>> {
  if (sent.length > maxBytes) return refuse(tooLarge);
  const picture = await redraw(sent, kind);
  if (isRefusal(picture)) return picture;
  return { sha256: picture.sha256, ...(await storePicture(storage, picture, kind)) };
}

/** Stores a picture in both sizes without re-encoding. */
export async function storePicture(
  storage: MediaStorage,
  { contentType, width, height, full, small }: Omit<Picture, 'sha256'>,
  kind: OwnPictureKind,
): Promise<Omit<WaitingPicture, 'sha256'>> {
  const key = newStorageKey();
  const forms = [
    ['file', full],
    ['small', small],
  ] as const;
  try {
    for (const [form, bytes] of forms) {
      const part = await storage.receive(key, Readable.from([bytes]), bytes.length);
      await storage.keep(key, part.path, form);
    }
  } catch (error) {
    await storage.remove(key);
    throw error;
  }
  return {
    async enter(tx, ownerId, now) {
      const id = newId();
      await tx
        .insertInto('media_files')
        .values({
          id,
          owner_id: ownerId,
          kind,
          state: 'ready',
          file_name: `${kind}.${endings[contentType]}`,
          content_type: contentType,
          size_bytes: BigInt(full.length),
          width,
          height,
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
