import { readFile } from 'node:fs/promises';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { createDiskStorage } from './disk-storage.ts';
import { asPoster, storePicture } from './keep-picture.ts';

/**
 * Paths of a JPEG that ships with the product, and of its small size as WebP. Both files are trusted, so they
 * are not re-encoded.
 */
export interface ShippedPoster {
  full: string;
  small: string;
  width: number;
  height: number;
}

/** Stores a poster that ships with the product for this person; returns its id. */
export async function importPoster(
  { db, dataDir }: { db: Database; dataDir: string },
  ownerId: AccountId,
  { full, small, width, height }: ShippedPoster,
  now: Date,
): Promise<string> {
  const bytes = await Promise.all([readFile(full), readFile(small)]);
  const picture = { contentType: 'image/jpeg', width, height, full: bytes[0], small: bytes[1] } as const;
  const kept = await storePicture(createDiskStorage(dataDir), picture, asPoster.kind);
  return await transact(db, (tx) => kept.enter(tx, ownerId, now));
}
